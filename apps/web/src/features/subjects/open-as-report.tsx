import { Button } from '@mantine/core'
import { IconReport } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReportDefinition } from '#contract/report-definition.ts'
import { type ReportView, writeAddress } from '../reports/address/report-view.ts'

interface OpenAsReportProps {
  readonly definition: ReportDefinition
  /** dates and comparison to keep; null: the definition's own */
  readonly view: ReportView | null
}

/** Opens a definition of a page as a report, to filter, break down, save or pin. */
export const OpenAsReport = ({ definition, view }: OpenAsReportProps) => (
  <Button
    size="xs"
    variant="subtle"
    color="gray"
    leftSection={<IconReport size={16} aria-hidden />}
    aria-label={`Open as report: ${definition.name}`}
    renderRoot={(props) => (
      <Link
        {...props}
        to="/reports/explore"
        search={{ definition: JSON.stringify(definition), ...(view === null ? {} : writeAddress(view)) }}
      />
    )}
  >
    Open as report
  </Button>
)
