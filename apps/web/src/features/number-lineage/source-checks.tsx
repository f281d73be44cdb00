import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { Formats } from '#charts/value-format.ts'
import type { SourceCheck } from '#contract/reports.ts'
import { countOf } from '#domain/text.ts'
import { useFormats } from '#ui/formats-context.tsx'
import classes from './number-lineage.module.css'

const totalsText = ({ orders, refunds, netSales }: SourceCheck['stored'], formats: Formats): string => {
  const records = `${countOf(orders, 'order')}${refunds === 0 ? '' : ` and ${countOf(refunds, 'refund')}`}`
  return `${records}, ${formats.value(netSales, 'currency')} net sales`
}

/** `Shop: 2,146 orders and 65 refunds, $57,515.00 net sales. Same as in the source.` */
export const sourceText = ({ name, stored, source, matches }: SourceCheck, formats: Formats): string => {
  if (source === null) return `${name}: can’t be checked for these dates`
  if (matches) return `${name}: ${totalsText(stored, formats)}. Same as in the source.`
  return `${name}: the source reports ${totalsText(source, formats)}; Cuvee has ${totalsText(stored, formats)}`
}

/** Stored orders of the range against what the sources gave, which does not come from the query of the figure. */
export const SourceChecks = ({ sources }: { sources: readonly SourceCheck[] }) => {
  const formats = useFormats()
  if (sources.length === 0) return null
  return (
    <section aria-label="Compared with the sources" className={classes.records}>
      <h2 className={classes.label}>All orders of these dates, checked against your sources</h2>
      {sources.map((check) => {
        if (check.matches === null)
          return (
            <p key={check.serviceId} className={classes.note}>
              {sourceText(check, formats)}
            </p>
          )
        const Mark = check.matches ? IconCircleCheck : IconAlertTriangle
        return (
          <p
            key={check.serviceId}
            className={classes.proof}
            data-matches={check.matches}
            role={check.matches ? 'status' : 'alert'}
          >
            <Mark size={18} aria-hidden />
            <span>{sourceText(check, formats)}</span>
          </p>
        )
      })}
    </section>
  )
}
