import { Button, Group, Loader, Radio, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconHistory } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { FilePreview, ImportSettingsInput } from '#contract/imports.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { errorStatus, firstMessage } from '#web/api/api-error.ts'
import { formatCount } from '#web/app/format.ts'
import { FormFailure, Notice } from '#web/app/notice.tsx'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { isCodeList } from '#web/features/own-codes/code-lists.ts'
import { ProblemTable } from '../problem-table.tsx'
import { DetectionPanel } from './detection-panel.tsx'
import { parseExpectedTotals } from './expected-totals.ts'
import { type Choices, choiceFor, type FieldChoice, filledFields, missingFields } from './field-choice.ts'
import { FileNotes, TableChoice } from './file-notes.tsx'
import classes from './mapping-step.module.css'
import { MappingTable } from './mapping-table.tsx'
import { ConflictNotice, findDuplicates, OverlapNotice } from './overlap-notice.tsx'
import { PreviewTable } from './preview-table.tsx'
import { UnexplainedNotice, unexplainedKey } from './totals-bridge.tsx'
import { TotalsPanel } from './totals-panel.tsx'
import { UnmappedColumns } from './unmapped-columns.tsx'
import { UnpivotChoice } from './unpivot-choice.tsx'
import { type ImportForm, usePreview } from './use-preview.ts'
import { ValueMapping } from './value-mapping.tsx'

/** Milliseconds without a change after which the file is counted again: it is read as a whole. */
const DEBOUNCE = 800

interface CheckedFile {
  readonly serviceId: string
  readonly fileId: string
  /** null: not complete yet */
  readonly settings: ImportSettingsInput | null
}

/** What the import would load with these settings. */
const useImportCheck = ({ serviceId, fileId, settings }: CheckedFile) => {
  const { queries } = useRuntime()
  const [settled] = useDebouncedValue(JSON.stringify(settings), DEBOUNCE)
  const isReady = settings !== null && settled === JSON.stringify(settings)
  return useQuery(
    queries.services.check.queryOptions({
      input: { id: serviceId, fileId, ...settings },
      enabled: isReady,
      placeholderData: keepPreviousData,
      retry: false,
    }),
  )
}

interface SavedNoticeProps {
  readonly saved: NonNullable<FilePreview['saved']>
  readonly onForget: () => void
}

/** Says that the settings of an earlier import are used, with a way back to the proposal. */
const SavedNotice = ({ saved, onForget }: SavedNoticeProps) => (
  <ReaderFormats>
    <Notice
      role="status"
      icon={<IconHistory size={20} aria-hidden />}
      action={
        <Button size="xs" variant="default" flex="none" onClick={onForget}>
          Start fresh
        </Button>
      }
    >
      <SavedText saved={saved} />
    </Notice>
  </ReaderFormats>
)

const SavedText = ({ saved: { importedUtc, fileName } }: Pick<SavedNoticeProps, 'saved'>) => {
  const formats = useFormats()
  return (
    <>
      Using your mapping from {formats.day(importedUtc.slice(0, 10), 'full')}
      {fileName ? ` (${fileName})` : ''}.
    </>
  )
}

interface ImportOptionsProps {
  readonly form: ImportForm
  readonly kind: FilePreview['kind']
  readonly onChange: (part: Partial<ImportForm>) => void
}

const holdsOrders = (kind: FilePreview['kind']): boolean => kind === 'orders' || kind === 'order_lines'

/** Options for invalid rows and refunds. */
const ImportOptions = ({ form, kind, onChange }: ImportOptionsProps) => (
  <Stack>
    <Radio.Group
      label="If a row can’t be imported"
      value={form.onError}
      onChange={(value) => onChange({ onError: value === 'skip' ? 'skip' : 'abort' })}
    >
      <Stack gap="xs" mt={4}>
        <Radio value="abort" label="Stop and import nothing" />
        <Radio value="skip" label="Skip the row and import the rest" />
      </Stack>
    </Radio.Group>
    {holdsOrders(kind) && (
      <TextInput
        label="Refund ID prefix"
        description="Orders whose ID starts with this prefix are refunds. If it’s empty, orders with a negative total are refunds."
        maw={320}
        maxLength={20}
        value={form.refundIdPrefix ?? ''}
        onChange={({ currentTarget }) => onChange({ refundIdPrefix: currentTarget.value })}
      />
    )}
  </Stack>
)

interface MappingStepProps {
  readonly serviceId: string
  readonly fileId: string
  readonly fileName: string
  /** the import whose settings are proposed */
  readonly reuseRun?: string | null
  /** `intoService`: the service that gets the rows */
  readonly onStarted: (runId: string, intoService: string) => void
  readonly onStartOver: () => void
  /** of the button that leaves the form */
  readonly startOverLabel?: string
}

/** Maps columns to fields, shows what the import would load, and starts it. */
export const MappingStep = (props: MappingStepProps) => {
  const { serviceId, fileId, fileName, reuseRun = null, onStartOver, startOverLabel = 'Choose another file' } = props
  const state = usePreview({ serviceId, fileId, reuseRun })
  const { form, preview, saved, chosenKind, isOfKind, chooseKind, chooseTable, forgetSaved } = state
  const { data, error } = preview
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2}>Map columns</Title>
        <Button variant="subtle" color="gray" size="xs" onClick={onStartOver}>
          {startOverLabel}
        </Button>
      </Group>
      <FormFailure message={error && firstMessage(error)} />
      {!data && !error && <Loader role="img" aria-label="Reading file" />}
      {saved && <SavedNotice saved={saved} onForget={forgetSaved} />}
      {data && <TableChoice preview={data} table={form.table} onChoose={chooseTable} />}
      {data && <DetectionPanel fileName={fileName} preview={data} kind={chosenKind} onChoose={chooseKind} />}
      {data && <FileNotes notes={data.notes} />}
      {data && !isOfKind && <Loader role="img" aria-label="Reading file" />}
      {data && chosenKind !== null && isOfKind && <MappingForm {...props} state={state} data={data} />}
    </Stack>
  )
}

interface MappingFormProps extends MappingStepProps {
  readonly state: ReturnType<typeof usePreview>
  readonly data: FilePreview
}

const MappingForm = ({ serviceId, fileId, onStarted, state, data }: MappingFormProps) => {
  const { form, preview, choices, settings, change, choose, chooseUnpivot } = state
  const { queries } = useRuntime()
  const start = useMutation(
    queries.services.importFile.mutationOptions({
      onSuccess: ({ runId }, { into }) => onStarted(runId, into ?? serviceId),
    }),
  )
  const [acceptsDuplicates, setAcceptsDuplicates] = useState(false)
  const [acceptedConflict, setAcceptedConflict] = useState<string | null>(null)
  const [acceptedDifference, setAcceptedDifference] = useState<string | null>(null)
  const missing = missingFields(data.fields, choices)
  const isComplete = missing.length === 0 && !data.problems.some(({ line }) => line === null)
  const check = useImportCheck({ serviceId, fileId, settings: isComplete ? settings : null })
  const isRefused = errorStatus(check.error) === 400
  // Importing sooner would skip the warning of duplicates.
  const isCounting = isComplete && !check.error && (check.data === undefined || check.isFetching)
  const duplicates = check.data ? findDuplicates(check.data) : null
  const conflict = check.data?.conflict ?? null
  const hasOpenConflict = conflict !== acceptedConflict && conflict !== null
  const difference = check.data ? unexplainedKey(check.data) : null
  const hasOpenDifference = difference !== null && difference !== acceptedDifference
  const expected = parseExpectedTotals(form.expected)
  const importInto = (into?: string) =>
    // A finished check has found the duplicates, and the person has decided.
    start.mutate({
      id: serviceId,
      fileId,
      ...settings,
      duplicates: check.data ? 'keep' : 'refuse',
      conflicts: conflict === null || hasOpenConflict ? 'refuse' : 'replace',
      ...(expected && { expected }),
      ...(into && { into }),
    })
  const accepted = check.data?.rows.accepted
  return (
    <>
      <UnpivotChoice preview={data} onChoose={chooseUnpivot} />
      <ReaderFormats>
        <MappingTable
          key={`${data.kind} ${data.unpivot === null}`}
          fields={data.fields}
          columns={data.columns}
          choices={choices}
          spans={data.spans}
          onChoose={choose}
        />
      </ReaderFormats>
      <ValueMappings data={data} choices={choices} onChoose={choose} />
      <UnmappedColumns
        columns={data.unmapped}
        chosen={form.customFields}
        onChange={(customFields) =>
          change({ kind: data.kind, choices, customFields, unpivot: data.unpivot?.columns ?? null })
        }
      />
      {data.problems.length > 0 && (
        <Section title="Problems found so far">
          <ProblemTable problems={data.problems} />
        </Section>
      )}
      {isComplete && (
        <Section title="Control totals" busy={check.isFetching && check.data !== undefined}>
          <FormFailure message={check.error && firstMessage(check.error)} />
          {!check.error && (
            <TotalsPanel
              check={check.data}
              expected={form.expected}
              onChange={(texts) => change({ expected: texts })}
            />
          )}
        </Section>
      )}
      <Section title="Preview" busy={preview.isFetching}>
        <PreviewTable fields={filledFields(data.fields, choices)} rows={data.rows} />
      </Section>
      <ImportOptions form={form} kind={data.kind} onChange={change} />
      {duplicates && (
        <OverlapNotice
          overlap={duplicates}
          orders={check.data?.totals.rows.orders ?? 0}
          isAccepted={acceptsDuplicates}
          onAccept={() => setAcceptsDuplicates(true)}
          onReplace={() => importInto(duplicates.serviceId)}
        />
      )}
      {conflict !== null && (
        <ConflictNotice
          conflict={conflict}
          isAccepted={!hasOpenConflict}
          onAccept={(isAccepted) => setAcceptedConflict(isAccepted ? conflict : null)}
        />
      )}
      {check.data && difference !== null && (
        <UnexplainedNotice
          check={check.data}
          isAccepted={!hasOpenDifference}
          onAccept={(isAccepted) => setAcceptedDifference(isAccepted ? difference : null)}
        />
      )}
      <FormFailure message={start.error && firstMessage(start.error)} />
      <div className={classes.bar}>
        <Text size="sm" role="status">
          {barText({
            rejected: form.onError === 'abort' ? (check.data?.rows.rejected ?? 0) : 0,
            missing: missing.map(({ label }) => label),
            isComplete: isComplete && !isRefused,
            accepted,
            hasDuplicates: (duplicates !== null && !acceptsDuplicates) || hasOpenConflict,
            hasOpenDifference,
          })}
        </Text>
        <Button
          disabled={
            !isComplete ||
            isRefused ||
            isCounting ||
            (duplicates !== null && !acceptsDuplicates) ||
            hasOpenConflict ||
            hasOpenDifference
          }
          loading={start.isPending}
          onClick={() => importInto()}
        >
          Import
        </Button>
      </div>
    </>
  )
}

interface BarState {
  readonly missing: readonly string[]
  readonly isComplete: boolean
  readonly accepted: number | undefined
  /** rows that stop the import */
  readonly rejected: number
  readonly hasDuplicates: boolean
  readonly hasOpenDifference: boolean
}

const barText = ({ missing, isComplete, accepted, rejected, hasDuplicates, hasOpenDifference }: BarState): string => {
  if (missing.length > 0) return `Not mapped yet: ${missing.join(', ')}`
  if (!isComplete) return 'Fix the problems above to import the file.'
  if (hasDuplicates) return 'Choose what to do with orders that already exist.'
  if (hasOpenDifference) return 'Confirm the difference from the file’s own totals.'
  if (rejected > 0)
    return `${formatCount(rejected)} ${rejected === 1 ? 'row has a problem' : 'rows have problems'}. Change the mapping, or skip such rows.`
  return accepted === undefined ? 'Counting rows…' : `${formatCount(accepted)} rows ready to import`
}

interface ValueMappingsProps {
  readonly data: FilePreview
  readonly choices: Choices
  readonly onChoose: (field: string, part: Partial<FieldChoice>) => void
}

const ORDER_KINDS: readonly FilePreview['kind'][] = ['orders', 'order_lines']

const ValueMappings = ({ data: { fields, values, kind }, choices, onChoose }: ValueMappingsProps) => {
  const coded = filledFields(fields, choices).filter(
    ({ name, codes }) => codes !== null && (values[name] ?? []).length > 0,
  )
  if (coded.length === 0) return null
  return (
    <Section title="Map values">
      {coded.map((field) => (
        <ValueMapping
          key={`${field.name} ${choiceFor(choices, field.name).column}`}
          list={ORDER_KINDS.includes(kind) && isCodeList(field.name) ? field.name : null}
          field={field}
          values={values[field.name] ?? []}
          choice={choiceFor(choices, field.name)}
          onChoose={(part) => onChoose(field.name, part)}
        />
      ))}
    </Section>
  )
}

const Section = ({ title, busy = false, children }: { title: string; busy?: boolean; children: ReactNode }) => (
  <Stack gap="xs">
    <Group gap="xs">
      <Title order={3}>{title}</Title>
      {busy && <Loader size="xs" role="img" aria-label="Refreshing" />}
    </Group>
    {children}
  </Stack>
)
