import { expect, test } from 'vitest'
import { FigureProvenance } from '#contract/insights.ts'
import { inSentence } from '#domain/text.ts'
import { recompute } from '#insights/insight/figure.ts'
import { rejectionReason } from '#insights/language/check-rephrasing.ts'
import { unsourcedNumbers } from '#insights/language/digit-checker.ts'
import { figureText, periodText } from '#insights/language/format.ts'
import { getInsightDefinition } from '#insights/registry.ts'
import type { InsightFacts } from '#server/db/column-types.ts'
import { volume } from '#testkit/lane.ts'
import { FABRICATIONS, generatedFacts } from './generated-facts.fixture.ts'
import { buildProvenance } from './provenance.ts'
import { type RenderedText, renderInsight } from './render-insight.ts'

const CULTURES = ['en-US', 'de-DE', 'fr-FR', 'en-IN', 'ar-EG', 'ja-JP'] as const
const GENERATED = volume({ normal: 600, full: 2_400 })
/** Thousands of texts, each searched for every allowed phrase. */
const LONG = 120_000

const all = Array.from({ length: GENERATED }, (_, seed) => generatedFacts(seed)).filter((facts) => facts !== null)

const textOf = ({ title, sentences, unusual, advice }: RenderedText): string =>
  [title, ...sentences, unusual ?? '', ...advice].join('\n')

/** The phrases that a text may contain: figures, dates of the period, and names. */
const sourcedPhrases = ({ insight, extra, names, currency }: InsightFacts, culture: string): string[] => {
  const reader = { culture, currency }
  const ranges = [insight.period, ...insight.figures.flatMap(({ recipe }) => ('range' in recipe && recipe.range) || [])]
  const compared = 'comparedWith' in insight ? [insight.comparedWith] : []
  return [
    ...[...insight.figures, ...extra].map((figure) => figureText(figure, reader)),
    ...[...ranges, ...compared].map((range) => periodText(range, reader)),
    ...Object.values(names).flatMap((name) => [name, inSentence(name)]),
    insight.subject.kind === 'account' ? '' : insight.subject.value,
  ]
}

test(
  'F26: every digit of every sentence is a figure, a date or in a name, in every culture',
  () => {
    expect(all.length).toBeGreaterThan(GENERATED * 0.8)
    all.forEach((facts, at) => {
      const culture = CULTURES[at % CULTURES.length] ?? 'en-US'
      const text = textOf(renderInsight(facts, culture))
      expect([facts.insight.kind, unsourcedNumbers(text, sourcedPhrases(facts, culture))]).toEqual([
        facts.insight.kind,
        [],
      ])
    })
  },
  LONG,
)

test('every figure has provenance, and computed figures follow from the figures they name', () => {
  for (const { insight, extra } of all) {
    for (const figure of [...insight.figures, ...extra]) {
      expect(FigureProvenance.safeParse(buildProvenance(figure, 'Estate')).success).toBe(true)
      expect(recompute(figure, insight.figures) ?? figure.value).toBe(figure.value)
    }
  }
})

test(
  'F26: rejects fabricated sentences of a model and falls back to the template',
  () => {
    let refused = 0
    all.forEach((facts, at) => {
      const fabricate = FABRICATIONS[at % FABRICATIONS.length] ?? ((template) => template)
      const { sentences } = getInsightDefinition(facts.insight).describe(facts.insight)
      const lied = sentences.map(fabricate)
      lied.forEach((sentence, index) => {
        const template = sentences[index] ?? ''
        if (sentence === template) return
        expect([sentence, rejectionReason(template, sentence)]).not.toEqual([sentence, null])
        refused += 1
      })
      // Stored text is validated again when it is read.
      const text = textOf(renderInsight(facts, 'en-US', { sentences: lied }))
      expect(unsourcedNumbers(text, sourcedPhrases(facts, 'en-US'))).toEqual([])
    })
    expect(refused).toBeGreaterThan(GENERATED * 0.8)
  },
  LONG,
)

test.each([
  ['a part of a figure', '$1,234', ['$1,234.50']],
  ['more than a figure', '$1,234.50', ['$1,234']],
  ['a figure inside another number', '12', ['2']],
  ['other digits', '١٢', ['12']],
  ['a numeric symbol', '½', ['1']],
])('rejects a text with %s', (_what, text, phrases) => {
  expect(unsourcedNumbers(`It was ${text} then.`, phrases)).not.toEqual([])
})

test('accepts figures at the end of a sentence, in parentheses and next to each other', () => {
  expect(unsourcedNumbers('It was $1,234.50 (12%), 3, 4.', ['$1,234.50', '12%', '3', '4'])).toEqual([])
})
