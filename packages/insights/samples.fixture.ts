import { readdirSync } from 'node:fs'
import type { InsightBase } from './insight/define-insight.ts'
import { randomAmount, type Sample, type SampleKit } from './insight/sample.fixture.ts'
import { INSIGHT_KIND_IDS, type Insight } from './registry.ts'

const KINDS = new URL('./kinds/', import.meta.url)

const samples = new Map<string, Sample<InsightBase>>(
  await Promise.all(
    readdirSync(KINDS).map(async (folder): Promise<[string, Sample<InsightBase>]> => {
      const { sample } = await import(new URL(`${folder}/${folder}.fixture.ts`, KINDS).href)
      return [folder, sample]
    }),
  ),
)

/** `priceChange` → `price-change`: the folder of a kind. */
export const kindToFolder = (kind: string): string => kind.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()

/** The sample of a kind; undefined if its folder has none. */
export const findSample = (kind: string): Sample<InsightBase> | undefined => samples.get(kindToFolder(kind))

/** An insight with random figures, of each kind in turn. */
export const sampleInsight = (seed: number, kit: SampleKit): Insight => {
  const { random, subject, range } = kit
  const kind = INSIGHT_KIND_IDS[seed % INSIGHT_KIND_IDS.length] ?? 'anomaly'
  const sample = findSample(kind)
  if (sample === undefined) throw new Error(`${kind} has no sample`)
  return {
    kind,
    key: `${kind} ${random()}`,
    subject,
    period: range,
    stake: randomAmount(random),
    confidence: random(),
    unusual: { score: 3, probability: 10 ** (-6 * random()), against: 'forecast' },
    ...sample(kit),
  } as Insight
}
