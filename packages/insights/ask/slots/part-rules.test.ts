import { expect, test } from 'vitest'
import { FIXTURE } from '../questions/question-core.fixture.ts'
import { createLexicon } from '../tag/lexicon.ts'
import { tagQuestion } from '../tag/tag-question.ts'
import { tokenize } from '../text/token.ts'
import { fuse } from './fuse.ts'
import { negate } from './negate.ts'
import { applyRule } from './part-rule.ts'
import { PART_RULES } from './part-rules.ts'
import { toPart } from './slots.ts'

const LEXICON = createLexicon(FIXTURE.values)

test.each(PART_RULES.flatMap(({ examples }, at) => examples.map((example) => [example, at] as const)))(
  '“%s” is read by rule %i',
  (example, at) => {
    const changed = tagQuestion(tokenize(example), LEXICON, FIXTURE.calendar).some(({ parts }) => {
      const words = parts.filter(({ tag }) => tag.kind !== 'stop').map(toPart)
      const before = PART_RULES.slice(0, at).reduce(applyRule, fuse(negate(words).parts).parts)
      const rule = PART_RULES[at]
      return rule !== undefined && JSON.stringify(applyRule(before, rule)) !== JSON.stringify(before)
    })
    expect(changed).toBe(true)
  },
)
