import { useQuery } from '@tanstack/react-query'
import type { Formats } from '#charts/value-format.ts'
import type { InsightStep } from '#contract/insight-progress.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import classes from './detail.module.css'
import { Section } from './exact-number.tsx'

const stepText = ({ step, until, assigneeName }: InsightStep, formats: Formats): string => {
  switch (step) {
    case 'snoozed':
      return until === null ? 'Snoozed' : `Snoozed until ${formats.day(until, 'full')}`
    case 'woken':
      return 'Opened again'
    case 'assigned':
      return `Assigned to ${assigneeName ?? 'a former user'}`
    case 'unassigned':
      return 'Unassigned'
    case 'acted':
      return 'Took action'
    case 'actionUndone':
      return 'Marked as not acted on'
    case 'done':
      return 'Marked as done'
    case 'reopened':
      return 'Opened again'
  }
}

/** What was done about an insight, newest first. */
export const HistorySection = ({ id }: { id: string }) => {
  const { queries } = useRuntime()
  const formats = useFormats()
  const { data: steps = [] } = useQuery(queries.insights.history.queryOptions({ input: { id } }))
  if (steps.length === 0) return null
  return (
    <Section title="History">
      <ol className={`plain-list ${classes.history}`}>
        {steps.map((step) => (
          <li key={step.id}>
            <span>{stepText(step, formats)}</span>
            <span className={classes.hint}>
              {step.userName ?? 'Former user'} · <time dateTime={step.utc}>{formats.instant(step.utc)}</time>
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
