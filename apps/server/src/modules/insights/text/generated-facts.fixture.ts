import { addDays } from '#domain/ranges/local-day.ts'
import { ACCOUNT, type Subject, subjectKey } from '#insights/account/metric.ts'
import { pick, type Random, sampleKit, seededRandom } from '#insights/insight/sample.fixture.ts'
import { extraFigures } from '#insights/language/figures.ts'
import { sampleInsight } from '#insights/samples.fixture.ts'
import type { InsightFacts } from '#server/db/column-types.ts'
import { personKey } from './names.ts'

const NAMES = [
  '2022 Estate Pinot Noir',
  'Block 7 Syrah',
  '“No. 1,234” {actual}',
  'Blanc',
  '100% Merlot',
  'Rosé 750ml ½',
] as const
const CURRENCIES = ['USD', 'JPY', 'EUR', 'KWD'] as const

const subjectFrom = (random: Random): Subject => {
  const value = pick(random, ['SKU-1', 'web', 'Estate 3'])
  if (random() < 0.2) return ACCOUNT
  return { kind: pick(random, ['channel', 'product', 'club', 'teamMember', 'service'] as const), value }
}

/** An insight of any kind, about any subject, with random figures; null when a figure is not a finite number. */
export const generatedFacts = (seed: number): InsightFacts | null => {
  const random = seededRandom(seed + 1)
  const from = addDays('2024-01-01', Math.floor(random() * 800))
  const subject = subjectFrom(random)
  const metric = pick(random, ['netSales', 'orderCount', 'productUnits', 'signups', 'cancellations'] as const)
  const range = { from, until: addDays(from, pick(random, [1, 7, 28, 31])) }
  const insight = sampleInsight(seed, sampleKit(random, { subject, metric, range }))
  if (!insight.figures.every(({ value }) => Number.isFinite(value))) return null
  const name = pick(random, NAMES)
  const names = {
    [subjectKey(subject)]: name,
    'product SKU-1': name,
    'product SKU-2': 'Cuvée 3',
    [personKey('m1')]: 'Ada 5',
    [personKey('c1')]: 'Bea',
  }
  return { insight, charts: [], extra: extraFigures(insight), names, currency: pick(random, CURRENCIES) }
}

/** Falsifies a sentence like a hallucinating model. */
export const FABRICATIONS: readonly ((template: string) => string)[] = [
  (template) => `${template} That is 7 more.`,
  (template) => template.replace(/\{[\w.]+\}/, '$9,999'),
  (template) => template.replace(/(\{[\w.]+\})(.*?)(\{[\w.]+\})/s, '$3$2$1'),
  (template) => `Twelve guests said: ${template}`,
  (template) => `${template} {secret}`,
  (template) => template.replace(/\{[\w.]+\}/, '-$&'),
  (template) => template.replace(/\{[\w.]+\}/, '$&k'),
  (template) => `${template} ٤٢`,
]
