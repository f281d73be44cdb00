import { Button, Checkbox, Group, Loader, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { FilePreview, ImportSettingsInput } from '#contract/imports.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { formatCount } from '#web/app/format.ts'
import { FormFailure } from '#web/app/notice.tsx'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { isCodeField } from '#web/features/own-codes/code-lists.ts'
import { ProblemTable } from '../problem-table.tsx'
import { parseExpectedTotals } from './expected-totals.ts'
import {
  type Choices,
  choiceFor,
  type FieldChoice,
  filledFields,
  missingFields,
  type TargetField,
} from './field-choice.ts'
import { Folded } from './folded.tsx'
import classes from './mapping-form.module.css'
import { FieldRows, MappingTable } from './mapping-table.tsx'
import { AcceptNotice, findDuplicates, OverlapNotice } from './overlap-notice.tsx'
import { PreviewTable } from './preview-table.tsx'
import { FieldQuestions, useQuestions } from './questions.tsx'
import { unexplainedKey, unexplainedText } from './totals-bridge.tsx'
import { TotalsPanel } from './totals-panel.tsx'
import { UnmappedColumns } from './unmapped-columns.tsx'
import { UnpivotChoice } from './unpivot-choice.tsx'
import type { ImportForm, usePreview } from './use-preview.ts'
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

interface ImportOptionsProps {
  readonly form: ImportForm
  readonly onChange: (part: Partial<ImportForm>) => void
}

const ORDER_KINDS: readonly FilePreview['kind'][] = ['orders', 'order_lines']

/** What happens to rows that can’t be imported. */
const BadRowsChoice = ({ form, onChange }: ImportOptionsProps) => (
  <Checkbox
    label="Skip rows with problems and import the rest"
    checked={form.onError === 'skip'}
    onChange={({ currentTarget }) => onChange({ onError: currentTarget.checked ? 'skip' : 'abort' })}
  />
)

const RefundPrefix = ({ form, onChange }: ImportOptionsProps) => (
  <TextInput
    label="Refund ID prefix"
    description="Orders whose ID starts with this prefix are refunds. If it’s empty, orders with a negative total are refunds."
    maw={320}
    maxLength={20}
    value={form.refundIdPrefix ?? ''}
    onChange={({ currentTarget }) => onChange({ refundIdPrefix: currentTarget.value })}
  />
)

interface MappingFormProps {
  readonly serviceId: string
  readonly fileId: string
  /** `intoService`: the service that gets the rows */
  readonly onStarted: (runId: string, intoService: string) => void
  readonly state: ReturnType<typeof usePreview>
  readonly data: FilePreview
}

/** Who the customers are, for a person to confirm if the file has columns for them. */
const CUSTOMER_FIELDS: readonly string[] = ['customerName', 'customerEmail']

/**
 * What the import comes to, what the file leaves open, and who its customers are; every other choice is folded. Starts the import.
 */
export const MappingForm = ({ serviceId, fileId, onStarted, state, data }: MappingFormProps) => {
  const { form, preview, choices, settings, settingsWith, change, choose, chooseUnpivot } = state
  const { queries, queryClient } = useRuntime()
  const start = useMutation(
    queries.services.importFile.mutationOptions({
      // The import takes the file away: a preview of it that is still asked for would fail.
      onMutate: () => queryClient.cancelQueries({ queryKey: queries.services.preview.key() }),
      onSuccess: ({ runId }, { into }) => onStarted(runId, into ?? serviceId),
    }),
  )
  const [acceptsDuplicates, setAcceptsDuplicates] = useState(false)
  const [acceptedConflict, setAcceptedConflict] = useState<string | null>(null)
  const [acceptedDifference, setAcceptedDifference] = useState<string | null>(null)
  const missing = missingFields(data.fields, choices)
  const questions = useQuestions(data)
  const isComplete =
    missing.length === 0 && data.problems.every(({ line, field }) => line !== null && field === undefined)
  const check = useImportCheck({ serviceId, fileId, settings: isComplete ? settings : null })
  // Importing sooner would skip the warning of duplicates.
  const isCounting = isComplete && !check.error && (!check.data || check.isPlaceholderData || check.isFetching)
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
  const table = { columns: data.columns, choices, spans: data.spans, onChoose: choose }
  const isCustomer = ({ name }: TargetField) =>
    ORDER_KINDS.includes(data.kind) &&
    CUSTOMER_FIELDS.includes(name) &&
    (data.unmapped.length > 0 || choiceFor(choices, name).column !== '')
  const isAsked = ({ name }: TargetField) => questions.asked.some(({ field }) => field === name)
  const asked = data.fields.filter(isAsked)
  const customers = data.fields.filter((field) => isCustomer(field) && !isAsked(field))
  const others = data.fields.filter((field) => !isCustomer(field) && !isAsked(field))
  const ofRows = data.problems.filter(({ field }) => !asked.some(({ name }) => name === field))
  const hasBadRows = ofRows.some(({ line }) => line !== null) || (check.data?.rows.rejected ?? 0) > 0
  return (
    <ReaderFormats>
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
      {asked.length > 0 && (
        <Section title="Questions about the file">
          <FieldQuestions
            {...table}
            file={{ serviceId, fileId, settingsWith }}
            preview={data}
            fields={asked}
            problems={questions.asked}
          />
        </Section>
      )}
      <ValueMappings
        data={data}
        choices={choices}
        title="Unknown values"
        isShown={(name) => questions.values.has(name)}
        onChoose={choose}
      />
      {ofRows.length > 0 && (
        <Section title="Problems found so far">
          <ProblemTable problems={ofRows} />
        </Section>
      )}
      {customers.length > 0 && (
        <Section title="Customers">
          <FieldRows {...table} fields={customers} />
        </Section>
      )}
      <Folded
        title="All columns and options"
        isOpenAtFirst={!isComplete && (missing.length > 0 || ofRows.some(({ line }) => line === null))}
      >
        <Stack>
          <UnpivotChoice preview={data} onChoose={chooseUnpivot} />
          <MappingTable key={`${data.kind} ${data.unpivot === null}`} {...table} fields={others} />
          <ValueMappings
            data={data}
            choices={choices}
            title="Map values"
            isShown={(name) => !questions.values.has(name)}
            onChoose={choose}
          />
          <UnmappedColumns
            columns={data.unmapped}
            chosen={form.customFields}
            onChange={(customFields) =>
              change({ kind: data.kind, choices, customFields, unpivot: data.unpivot?.columns ?? null })
            }
          />
          <Section title="Preview" busy={preview.isFetching}>
            <PreviewTable fields={filledFields(data.fields, choices)} rows={data.rows} />
          </Section>
          {!hasBadRows && <BadRowsChoice form={form} onChange={change} />}
          {ORDER_KINDS.includes(data.kind) && <RefundPrefix form={form} onChange={change} />}
        </Stack>
      </Folded>
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
        <AcceptNotice
          title="Some order IDs are already used for another date"
          label="Replace these orders"
          isAccepted={!hasOpenConflict}
          onAccept={(isAccepted) => setAcceptedConflict(isAccepted ? conflict : null)}
        >
          {conflict}.
        </AcceptNotice>
      )}
      {check.data && difference !== null && (
        <AcceptNotice
          title="The file’s own totals differ"
          label="Import with this difference"
          isAccepted={!hasOpenDifference}
          onAccept={(isAccepted) => setAcceptedDifference(isAccepted ? difference : null)}
        >
          {unexplainedText(check.data)} Check the mapped columns above.
        </AcceptNotice>
      )}
      <FormFailure message={start.error && firstMessage(start.error)} />
      <div className={classes.bar}>
        <Text size="sm" role="status">
          {barText({
            rejected: form.onError === 'abort' ? (check.data?.rows.rejected ?? 0) : 0,
            missing: missing.map(({ label }) => label),
            questions: data.problems.filter(({ field }) => asked.some(({ name }) => name === field)).length,
            isComplete,
            accepted,
            hasDuplicates: (duplicates !== null && !acceptsDuplicates) || hasOpenConflict,
            hasOpenDifference,
          })}
        </Text>
        {hasBadRows && <BadRowsChoice form={form} onChange={change} />}
        <Button
          disabled={
            !isComplete ||
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
    </ReaderFormats>
  )
}

interface BarState {
  readonly missing: readonly string[]
  /** that are open */
  readonly questions: number
  readonly isComplete: boolean
  readonly accepted: number | undefined
  /** rows that stop the import */
  readonly rejected: number
  readonly hasDuplicates: boolean
  readonly hasOpenDifference: boolean
}

const barText = ({
  missing,
  questions,
  isComplete,
  accepted,
  rejected,
  hasDuplicates,
  hasOpenDifference,
}: BarState): string => {
  if (missing.length > 0) return `Not mapped yet: ${missing.join(', ')}`
  if (questions > 0) return `Answer the ${questions === 1 ? 'question' : 'questions'} above to import the file.`
  if (!isComplete) return 'Fix the problems above to import the file.'
  if (hasDuplicates) return 'Choose what to do with orders that already exist.'
  if (hasOpenDifference) return 'Confirm the difference from the file’s own totals.'
  if (rejected > 0) return `${formatCount(rejected)} ${rejected === 1 ? 'row' : 'rows'} can’t be read.`
  return accepted === undefined ? 'Counting rows…' : `${formatCount(accepted)} rows ready to import`
}

interface ValueMappingsProps {
  readonly data: FilePreview
  readonly choices: Choices
  readonly title: string
  readonly isShown: (field: string) => boolean
  readonly onChoose: (field: string, part: Partial<FieldChoice>) => void
}

const ValueMappings = ({ data: { fields, values, kind }, choices, title, isShown, onChoose }: ValueMappingsProps) => {
  const coded = filledFields(fields, choices).filter(
    ({ name, codes }) => codes !== null && (values[name] ?? []).length > 0 && isShown(name),
  )
  if (coded.length === 0) return null
  return (
    <Section title={title}>
      {coded.map((field) => (
        <ValueMapping
          key={`${field.name} ${choiceFor(choices, field.name).column}`}
          list={ORDER_KINDS.includes(kind) && isCodeField(field.name) ? field.name : null}
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
