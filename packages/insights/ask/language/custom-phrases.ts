import type { CustomField } from '#domain/custom-fields.ts'
import type { Tag } from '../tag/tag.ts'

const GRAINS = ['Year', 'Quarter', 'Month', 'Week', 'Day', 'Weekday'] as const

const AGGREGATION_WORDS = {
  Sum: ['total', 'sum of'],
  Avg: ['average', 'mean', 'avg'],
  Min: ['smallest', 'lowest', 'minimum'],
  Max: ['largest', 'highest', 'maximum'],
} as const

const measureWords = ({ key, label }: CustomField): (readonly [string, Tag])[] => {
  const all = (['Sum', 'Avg', 'Min', 'Max'] as const).flatMap((aggregation) =>
    AGGREGATION_WORDS[aggregation].map((word) => [`${word} ${label}`, aggregation] as const),
  )
  return [[label, 'Sum'] as const, ...all].map(([phrase, aggregation]) => [
    phrase,
    { kind: 'measure', ids: [key], aggregation },
  ])
}

const dateWords = ({ key, label }: CustomField): (readonly [string, Tag])[] => [
  [label, { kind: 'dimension', ids: [key] }],
  ...GRAINS.map((grain): readonly [string, Tag] => [
    `${label} ${grain.toLowerCase()}`,
    { kind: 'dimension', ids: [`${key}_${grain}`] },
  ]),
]

/** Phrases for the account's own fields: numbers and money are measures, everything else is grouped by. */
export const customWords = (fields: readonly CustomField[]): (readonly [phrase: string, meaning: Tag])[] =>
  fields.flatMap((field) => {
    if (field.type === 'number' || field.type === 'money') return measureWords(field)
    if (field.type === 'date') return dateWords(field)
    return [[field.label, { kind: 'dimension', ids: [field.key] }] as const]
  })
