import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ACCOUNT } from './account/metric.ts'
import { sampleKit, seededRandom } from './insight/sample.fixture.ts'
import { extraFigures, methodText } from './language/figures.ts'
import { slotNames } from './language/insight-text.ts'
import { getInsightDefinition, INSIGHT_KIND_IDS, INSIGHT_KINDS } from './registry.ts'
import { findSample, kindToFolder, sampleInsight } from './samples.fixture.ts'

test('every folder of kinds is registered, and every registered kind has its folder', () => {
  const folders = readdirSync(new URL('./kinds', import.meta.url)).toSorted()
  expect(INSIGHT_KINDS.map(({ kind }) => kindToFolder(kind)).toSorted()).toEqual(folders)
})

test.each(INSIGHT_KIND_IDS)('%s has a sample, and its text uses only slots that have a value', (kind) => {
  expect(findSample(kind)).toBeDefined()
  const index = INSIGHT_KIND_IDS.indexOf(kind)
  for (let round = 0; round < 20; round += 1) {
    const seed = round * INSIGHT_KIND_IDS.length + index
    const range = { from: '2026-03-02', until: '2026-03-09' }
    const about = { subject: ACCOUNT, metric: 'netSales', range } as const
    const insight = sampleInsight(seed, sampleKit(seededRandom(seed + 1), about))
    const definition = getInsightDefinition(insight)
    const { title, sentences, unusual, advice } = definition.describe(insight)
    const known = new Set([
      'subject',
      'period',
      ...Object.keys(definition.dates?.(insight) ?? {}),
      ...(definition.relatedSubjects?.(insight) ?? []).map(({ slot }) => slot),
      ...[...insight.figures, ...extraFigures(insight)].map(({ id }) => id),
    ])
    const named = [title, ...sentences, unusual ?? '', ...advice].flatMap(slotNames)
    expect(named.filter((name) => !known.has(name))).toEqual([])
  }
})

test('IDs of kinds and methods are unique', () => {
  expect(new Set(INSIGHT_KIND_IDS).size).toBe(INSIGHT_KINDS.length)
  const methods = INSIGHT_KINDS.flatMap(({ methods = {} }) => Object.keys(methods))
  expect(new Set(methods).size).toBe(methods.length)
  for (const method of methods) expect(methodText(method)).not.toBe(method)
})

test('throws RangeError for an unregistered kind', () => {
  expect(() => getInsightDefinition({ kind: 'rumour' as 'anomaly' })).toThrow(RangeError)
})
