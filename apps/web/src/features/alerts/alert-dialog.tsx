import { NativeSelect, SegmentedControl, Skeleton, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Alert, AlertInput } from '#contract/alerts.ts'
import type { ReportDefinitionInput } from '#contract/report-definition.ts'
import type { ReportRange } from '#domain/ranges/relative-range.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { bodyMessages, firstMessage } from '#web/api/api-error.ts'
import { useAccount } from '#web/app/account-data.ts'
import { DialogButtons } from '#web/app/dialog.tsx'
import { withModals } from '#web/app/modals.tsx'
import { FormFailure, LoadFailure } from '#web/app/notice.tsx'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { useReportCatalog } from '../reports/query/report-subject.ts'
import { isReportRange, namedRanges, toRangeCalendar } from '../reports/range/range-labels.ts'
import {
  type AlertDraft,
  alertToDraft,
  draftToInput,
  hasRows,
  newDraft,
  type WatchableColumn,
  watchableColumns,
  watchedDefinition,
} from './alert-draft.ts'
import { ConditionFields } from './condition-fields.tsx'
import { CurrentNumber } from './current-number.tsx'
import { RecipientsField } from './recipients-field.tsx'

interface RangeFieldProps {
  /** null: days of the report's own */
  readonly range: ReportRange | null
  readonly error: string | null
  readonly onChange: (range: ReportRange) => void
}

/** The relative range that an alert watches, each with its current days. */
const RangeField = ({ range, error, onChange }: RangeFieldProps) => {
  const account = useAccount()
  const formats = useFormats()
  if (account === null) return null
  const ranges = namedRanges(toRangeCalendar(account, Date.now()), formats)
  return (
    <NativeSelect
      label="Dates"
      data={[
        ...(range === null ? [{ value: '', label: 'Report default' }] : []),
        ...ranges.map(({ range: value, name, days }) => ({ value, label: days === '' ? name : `${name} · ${days}` })),
      ]}
      value={range ?? ''}
      error={error}
      onChange={({ currentTarget: { value } }) => isReportRange(value) && onChange(value)}
    />
  )
}

interface AlertEditorProps {
  /** the report with the number; its name is suggested as the alert's */
  readonly definition: ReportDefinitionInput
  /** edited; null: a new one */
  readonly alert: Alert | null
  readonly onClose: () => void
}

const AlertEditor = ({ definition, alert, onClose }: AlertEditorProps) => {
  const catalog = useReportCatalog()
  if (catalog.error !== null) return <LoadFailure error={catalog.error} onRetry={() => void catalog.refetch()} />
  const type = catalog.data?.reportTypes.find(({ reportType }) => reportType === definition.reportType)
  if (type === undefined) return <Skeleton h={280} aria-label="Loading" />
  return (
    <ReaderFormats>
      <AlertForm
        {...{ definition, alert, onClose }}
        columns={watchableColumns(definition, type.columns)}
        dateColumn={type.dateColumns[0] ?? null}
      />
    </ReaderFormats>
  )
}

/** Opens the dialog that adds an alert on a number of the report, or changes one. */
export const openAlertDialog = (definition: ReportDefinitionInput, alert: Alert | null = null): void => {
  const id = 'alert'
  void withModals((modals) =>
    modals.open({
      modalId: id,
      title: alert === null ? 'Alert me' : 'Edit alert',
      children: <AlertEditor {...{ definition, alert }} onClose={() => modals.close(id)} />,
    }),
  )
}

const SHOWN_FIELDS =
  /^(name|column|scope|recipientIds(\[\d+\])?|condition\.(kind|value|percent)|definition\.relativeDateFilter\.relativeRange)$/

const recipientProblem = (problems: Readonly<Record<string, string>>): string | null =>
  Object.entries(problems).find(([field]) => field.startsWith('recipientIds'))?.[1] ?? null

/** What no field of the form shows. */
const generalProblem = (error: unknown): string | null => {
  if (error === null) return null
  const [other] = Object.entries(bodyMessages(error)).filter(([field]) => !SHOWN_FIELDS.test(field))
  if (other !== undefined) return other[1]
  return Object.keys(bodyMessages(error)).length > 0 ? null : firstMessage(error, 'The alert couldn’t be saved.')
}

interface AlertFormProps extends AlertEditorProps {
  readonly columns: readonly WatchableColumn[]
  readonly dateColumn: string | null
}

const useSaveAlert = (alert: Alert | null, onSaved: () => void) => {
  const { api, queries, queryClient } = useRuntime()
  return useMutation({
    mutationFn: (body: AlertInput) =>
      alert === null ? api.alerts.create(body) : api.alerts.update({ params: { id: alert.id }, body }),
    onSuccess: () => {
      toast.success(alert === null ? 'Alert added' : 'Alert saved')
      onSaved()
      return queryClient.invalidateQueries({ queryKey: queries.alerts.key() })
    },
  })
}

const AlertForm = ({ definition, alert, columns, dateColumn, onClose }: AlertFormProps) => {
  const [draft, setDraft] = useState<AlertDraft>(() =>
    alert === null ? newDraft(definition, columns, dateColumn !== null) : alertToDraft(alert),
  )
  const [wasSubmitted, setSubmitted] = useState(false)
  const save = useSaveAlert(alert, onClose)
  const change = (next: Partial<AlertDraft>): void => {
    setDraft({ ...draft, ...next })
    save.reset()
  }
  const problems = bodyMessages(save.error)
  const input = draftToInput(draft, { definition, columns, dateColumn })
  const isUnnamed = draft.name.trim() === ''
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    setSubmitted(true)
    if (input !== null && !isUnnamed) save.mutate(input)
  }
  return (
    <Stack component="form" onSubmit={handleSubmit} gap="sm">
      <NativeSelect
        label="Number"
        data={columns.map(({ index, name }) => ({ value: String(index), label: name }))}
        value={String(draft.column)}
        error={problems.column}
        data-autofocus
        onChange={({ currentTarget }) => change({ column: Number(currentTarget.value) })}
      />
      {hasRows(definition) ? (
        <SegmentedControl
          fullWidth
          aria-label="What to watch"
          data={[
            { value: 'total', label: 'The total' },
            { value: 'rows', label: 'Every row' },
          ]}
          value={draft.scope}
          onChange={(scope) => change({ scope: scope === 'rows' ? 'rows' : 'total' })}
        />
      ) : null}
      {dateColumn === null ? null : (
        <RangeField
          range={draft.range}
          error={problems['definition.relativeDateFilter.relativeRange'] ?? null}
          onChange={(range) => change({ range })}
        />
      )}
      <CurrentNumber definition={watchedDefinition(definition, draft, dateColumn)} {...{ draft }} />
      <ConditionFields {...{ draft, columns, problems, wasSubmitted }} onChange={change} />
      <TextInput
        label="Name"
        required
        maxLength={200}
        value={draft.name}
        error={wasSubmitted && isUnnamed ? 'This field is required' : problems.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <RecipientsField
        known={alert?.recipients ?? []}
        chosen={draft.recipientIds}
        error={recipientProblem(problems)}
        onChange={(recipientIds) => change({ recipientIds })}
      />
      <FormFailure message={generalProblem(save.error) ?? problems.scope ?? null} />
      <DialogButtons
        mt="xs"
        confirm={alert === null ? 'Add alert' : 'Save alert'}
        isBusy={save.isPending}
        onCancel={onClose}
      />
    </Stack>
  )
}
