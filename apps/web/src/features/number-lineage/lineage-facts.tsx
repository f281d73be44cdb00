import { Fragment, type ReactNode } from 'react'
import type { Lineage } from '#contract/reports.ts'
import { lookupTable } from '#domain/lookup-table.ts'
import { timeZoneName } from '#domain/ranges/time-zone.ts'
import { lowerFirst } from '#domain/text.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { versionNumber } from '#web/app/format.ts'
import { formatFilter } from '#web/features/reports/filters/filter-labels.ts'
import { rangeText } from '#web/features/reports/report-facts-text.ts'
import classes from './number-lineage.module.css'

const OPERATORS = { none: '', divide: '÷', calculate: ',' } as const

/** The formula with its values: `$57,515.00 net sales ÷ 214 orders`. */
const Formula = ({ lineage: { formula, value, format } }: { lineage: Lineage }) => {
  const formats = useFormats()
  // a calculation may use a measure twice
  const parts = [...new Map(formula.parts.map((part) => [part.name, part])).values()]
  return (
    <span className={classes.formula}>
      {formula.expression === null ? null : <span>{formula.expression}:</span>}
      {parts.map((part, index) => (
        <Fragment key={part.name}>
          {index === 0 ? null : <span className={classes.operator}>{OPERATORS[formula.operator]}</span>}
          <span>
            <strong>{formats.value(part.value, part.format)}</strong> {part.name}
          </span>
        </Fragment>
      ))}
      <span className={classes.operator}>=</span>
      <strong>{formats.value(value, format)}</strong>
    </span>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const TYPE_OF_FORMAT: Readonly<Record<string, string>> = lookupTable({
  date: 'date',
  dateTime: 'dateTime',
  text: 'text',
})

const useFilterWords = ({ filters }: Lineage): readonly string[] => {
  const formats = useFormats()
  const words = filters.map(({ columnId, label, comparison, value, sentence }) => {
    if (sentence !== undefined) return `People ${sentence}`
    const isDay = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
    const format = isDay ? 'date' : 'text'
    const column = {
      columnId,
      displayName: label,
      kind: 'dimension',
      type: TYPE_OF_FORMAT[format] ?? 'text',
      format,
    } as const
    return formatFilter({ columnId, comparison, value }, column, formats)
  })
  const lists = Map.groupBy(filters.keys(), (index) => filters[index]?.alternativesOf ?? `only ${index}`)
  return [...lists.values()].map((indexes) => indexes.map((index) => words[index]).join(' or '))
}

/** The number and everything that it depends on. */
export const LineageFacts = ({ lineage }: { lineage: Lineage }) => {
  const formats = useFormats()
  const filters = useFilterWords(lineage)
  const { label, definition, value, format, rangeOf, clubOrders, timeZone, asOf, definitionVersion } = lineage
  return (
    <section aria-label={label}>
      <h2 className={classes.label}>{label}</h2>
      <p className={classes.value}>{formats.value(value, format)}</p>
      <p className={classes.definition}>{definition}</p>
      <dl className={classes.facts}>
        {lineage.formula.operator === 'none' ? null : (
          <Fact name="Formula">
            <Formula lineage={lineage} />
          </Fact>
        )}
        <Fact name="Dates">
          {rangeText(lineage, formats)}
          {rangeOf === null ? '' : ` (${lowerFirst(rangeOf)})`}
        </Fact>
        <Fact name="Filters">{filters.length === 0 ? 'None' : filters.join('; ')}</Fact>
        {clubOrders === null ? null : (
          <Fact name="Club orders">{clubOrders === 'included' ? 'Included' : 'Excluded'}</Fact>
        )}
        <Fact name="Time zone">{timeZoneName(timeZone)}</Fact>
        <Fact name="Data as of">{asOf === null ? 'No data yet' : formats.instant(asOf, 'full')}</Fact>
        <Fact name="Definitions">Version {versionNumber(definitionVersion)}</Fact>
      </dl>
    </section>
  )
}
