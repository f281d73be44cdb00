import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ReportDefinition } from '#contract/report-definition.ts'
import { isObject } from '#web/api/json.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { ReportDatesField, withoutDates } from './report-dates-field.tsx'
import { shownResult } from './tile-state.ts'
import { useTileState } from './tile-store-context.tsx'
import { type ChoosableReport, useChoosableReports } from './use-choosable-reports.ts'

type Props = Readonly<Record<string, unknown>>

interface ReportFieldsProps {
  readonly id: string
  readonly props: Props
  readonly onChange: (props: Props) => void
}

/** Which report a tile shows, and of which dates. */
export const ReportFields = ({ id, props, onChange }: ReportFieldsProps) => {
  const report = shownResult(useTileState(id))?.data.report
  return (
    <>
      <ReportSourceField
        source={props.source ?? null}
        // Another report has dates of its own.
        onChange={(chosen) => onChange({ ...withoutDates(props), ...chosen })}
      />
      {report === undefined ? null : <ReportDatesField {...{ report, props, onChange }} />}
    </>
  )
}

/** The part of a tile's props that names its report. */
interface ChosenSource {
  readonly source: unknown
  readonly title?: string
}

interface ReportSourceFieldProps {
  readonly source: unknown
  readonly onChange: (chosen: ChosenSource) => void
}

/** The key of the report that a tile follows; null: none, or a copy. */
const sourceKey = (source: unknown): string | null => {
  if (!isObject(source)) return null
  if (typeof source.builtin === 'string') return `builtin ${source.builtin}`
  return typeof source.id === 'string' ? `id ${source.id}` : null
}

/** The report of a tile: one that it follows, or a copy of its own. */
export const ReportSourceField = ({ source, onChange }: ReportSourceFieldProps) => {
  const { groups, reports, isLoading } = useChoosableReports()
  const key = sourceKey(source)
  const isCopy = key === null && source !== null
  const linked = reports.find((report) => report.key === key)
  const choose = (chosen: string | null): void => {
    const report = reports.find((one) => one.key === chosen)
    if (report !== undefined) onChange({ source: report.source, title: report.title })
  }
  return (
    <Stack gap={6}>
      <Select
        label="Report"
        searchable
        placeholder={isCopy ? 'Copied report' : 'Choose a report'}
        nothingFoundMessage="No matches"
        disabled={isLoading}
        data={groups}
        value={linked?.key ?? null}
        allowDeselect={false}
        onChange={choose}
      />
      {isCopy ? (
        <Text size="xs" c="dimmed">
          This tile has its own copy of a report. Changes to the report don’t affect it.
        </Text>
      ) : null}
      {linked === undefined ? null : <LinkedReport report={linked} onCopy={(copy) => onChange({ source: copy })} />}
      {key !== null && linked === undefined && !isLoading ? (
        <Text size="xs" c="dimmed">
          The report of this tile was deleted, or it isn’t shared with you anymore.
        </Text>
      ) : null}
    </Stack>
  )
}

const LinkedReport = ({ report, onCopy }: { report: ChoosableReport; onCopy: (copy: ReportDefinition) => void }) => {
  const { queries } = useRuntime()
  const id = report.definition === null && 'id' in report.source ? report.source.id : null
  const saved = useQuery(queries.savedReports.get.queryOptions({ input: { id: id ?? '' }, enabled: id !== null }))
  const definition = report.definition ?? (saved.data ? ReportDefinition.parse(saved.data) : null)
  return (
    <Group gap={8} justify="space-between">
      <Text size="xs" c="dimmed" style={{ flex: '1 1 160px' }}>
        Linked: later changes to the report appear here.
      </Text>
      <Button
        size="compact-xs"
        variant="default"
        disabled={definition === null}
        onClick={() => definition !== null && onCopy(definition)}
      >
        Use a copy instead
      </Button>
    </Group>
  )
}
