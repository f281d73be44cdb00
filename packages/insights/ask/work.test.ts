import { expect, test } from 'vitest'
import { ask } from './ask.ts'
import { FIXTURE } from './questions/question-core.fixture.ts'
import { knownWords } from './tag/known-spelling.ts'
import { createLexicon } from './tag/lexicon.ts'
import { tagQuestion } from './tag/tag-question.ts'
import { readAs } from './text/read-as.ts'
import { MOST_WORDS, tokenize } from './text/token.ts'

const LEXICON = createLexicon(FIXTURE.values)
const KNOWN_WORDS = knownWords(LEXICON)
const MISSPELLED = 'slaes cahnnel mnoth tsating mmebers odrers cacnellations rseervations '

const repeat = (words: string): string => words.repeat(100).trim().split(/\s+/).slice(0, MOST_WORDS).join(' ')

/** As long as a question may be, of words that mean much together or nothing. */
const LONGEST = [
  repeat('zq xkcd wvut '),
  repeat('wine club '),
  repeat('a '),
  repeat('2021 cabernet '),
  repeat(`${MISSPELLED}${'left club order new come back '.repeat(20)}`),
  repeat(`${MISSPELLED}${'sales by club saturday 2021 cab new wine order '.repeat(20)}`),
]

test.each(LONGEST)('%s: reads few words in few ways', (question) => {
  const readings = readAs(tokenize(question), KNOWN_WORDS)
  const words = readings.reduce((sum, { tokens }) => sum + tokens.length, 0)
  expect(words).toBeLessThanOrEqual(320)
  for (const { tokens } of readings)
    expect(tagQuestion(tokens, LEXICON, FIXTURE.calendar).length).toBeLessThanOrEqual(32)
})

test('a question of more words is refused unread', () => {
  expect(ask('sales '.repeat(MOST_WORDS + 1), FIXTURE)).toEqual({
    notUnderstood: [],
    reason: 'The question is too long. Ask it in at most 60 words.',
    suggestions: [],
  })
})

test('similar words are looked up for a few unknown ones only', () => {
  const answer = ask(repeat('slaez monht wirne chanxel bottlex custmoer regioon tipps'), {
    ...FIXTURE,
    correctsSpelling: false,
  })
  expect('suggestions' in answer && answer.suggestions.length).toBeLessThanOrEqual(6)
})
