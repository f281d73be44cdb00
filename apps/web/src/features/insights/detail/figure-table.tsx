import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconPin } from '@tabler/icons-react'
import { useState } from 'react'
import type { InsightFigure } from '#contract/insights.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { heads, numeric } from '#web/app/listing.tsx'
import { usePlanLock } from '#web/app/plan-lock.tsx'
import { usePin } from '#web/features/pin/pin-button.tsx'
import type { PinSubject } from '#web/features/pin/pin-subject.ts'
import classes from './detail.module.css'
import { ExactNumber, ScrollingTable, Section } from './exact-number.tsx'
import { provenanceText } from './provenance-text.ts'

/** A measured figure with its days, to be pinned; null for figures that no report shows, such as forecasts. */
const pinnedFigure = ({ label, receipt }: InsightFigure): PinSubject | null => {
  if (receipt.kind !== 'report' || !('columns' in receipt.definition)) return null
  const { definition: own, filters, relativeDate, from, until, compare, measure } = receipt
  const definition = {
    ...own,
    name: label,
    filters: [...(own.filters ?? []), ...filters],
    ...(compare === undefined ? {} : { compare }),
  }
  const dates = {
    ...(relativeDate === undefined ? {} : { relativeDate }),
    ...(from === undefined || until === undefined ? {} : { from, until }),
  }
  return { title: label, link: null, copy: { definition, dates }, isChanged: false, definition, measure }
}

interface FigureTableProps {
  readonly shown: readonly InsightFigure[]
  /** all of the insight, which rules refer to */
  readonly figures: readonly InsightFigure[]
}

/** The figures in the text, each with its provenance; folded, because the text and the chart say them. */
export const FigureSection = (props: FigureTableProps) => {
  const [isOpen, setOpen] = useState(false)
  if (props.shown.length === 0) return null
  const verb = isOpen ? 'Hide' : 'Show'
  return (
    <Section
      title="Figures"
      tools={
        <Button
          variant="subtle"
          size="xs"
          aria-expanded={isOpen}
          aria-label={`${verb} figures`}
          onClick={() => setOpen(!isOpen)}
        >
          {verb}
        </Button>
      }
    >
      {isOpen ? <FigureTable {...props} /> : null}
    </Section>
  )
}

const FigureTable = ({ shown, figures }: FigureTableProps) => {
  const formats = useFormats()
  return (
    <ScrollingTable label="Figures and how they are calculated">
      <thead>
        <tr>
          {heads('Figure', numeric('Value'), ['How it’s calculated', { className: classes.howHead }])}
          <td />
        </tr>
      </thead>
      <tbody>
        {shown.map((figure) => (
          <tr key={figure.id} data-explained>
            <th scope="row">{figure.label}</th>
            <td data-numeric>
              <ExactNumber figure={figure} />
            </td>
            <td className={classes.how}>{provenanceText(figure, figures, formats)}</td>
            <td>
              <PinFigure figure={figure} />
            </td>
          </tr>
        ))}
      </tbody>
    </ScrollingTable>
  )
}

/** Adds a figure that a report shows to a dashboard. */
const PinFigure = ({ figure }: { figure: InsightFigure }) => {
  const pin = usePin()
  const subject = pinnedFigure(figure)
  const isLocked = usePlanLock() !== null
  if (subject === null || isLocked) return null
  const label = `Pin ${figure.label} to dashboard`
  return (
    <Tooltip label="Pin to dashboard">
      <ActionIcon size={28} aria-label={label} onClick={() => pin(subject)}>
        <IconPin size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
