import { Button, Group, Loader, NativeSelect, Radio, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { FilePreview } from '#contract/imports.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { right, ScrollTable } from '#web/app/listing.tsx'
import { FormFailure, Notice } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { ProblemTable } from '../problem-table.tsx'
import { streamLabel } from '../runs/run-state.ts'
import { FILE_KINDS, filledFields, missingFields, type TargetField } from './field-choice.ts'
import { MappingTable } from './mapping-table.tsx'
import { type ImportForm, usePreview } from './use-preview.ts'

const NUMBER_TYPES: readonly string[] = ['number', 'integer', 'price', 'money']

const alignment = ({ type }: TargetField): 'right' | 'left' => (NUMBER_TYPES.includes(type) ? 'right' : 'left')

interface PreviewTableProps {
  readonly fields: readonly TargetField[]
  readonly rows: FilePreview['rows']
}

/** A preview of the first imported rows. */
const PreviewTable = ({ fields, rows }: PreviewTableProps) => {
  if (fields.length === 0 || rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Choose a column to see a preview.
      </Text>
    )
  }
  return (
    <ScrollTable
      label="Preview"
      minWidth={fields.length * 120}
      verticalSpacing={6}
      columns={fields.map((field) => (alignment(field) === 'right' ? right(field.label) : field.label))}
    >
      {rows.map((row, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no id
        <Table.Tr key={place}>
          {fields.map((field) => (
            <Table.Td key={field.name} ta={alignment(field)}>
              {row[field.name] ?? '—'}
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </ScrollTable>
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
        value={form.refundIdPrefix}
        onChange={({ currentTarget }) => onChange({ refundIdPrefix: currentTarget.value })}
      />
    )}
  </Stack>
)

interface MappingStepProps {
  readonly serviceId: string
  readonly fileId: string
  readonly fileName: string
  readonly onStarted: (runId: string) => void
  readonly onStartOver: () => void
}

/** Maps columns to fields with a preview, and starts the import. */
export const MappingStep = ({ serviceId, fileId, fileName, onStarted, onStartOver }: MappingStepProps) => {
  const { queries } = useRuntime()
  const { form, preview, choices, settings, kind, change, chooseKind, choose } = usePreview({ serviceId, fileId })
  const start = useMutation(queries.services.importFile.mutationOptions({ onSuccess: ({ runId }) => onStarted(runId) }))
  const { data, error } = preview
  const missing = data ? missingFields(data.fields, choices) : []
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2}>Map columns</Title>
        <Button variant="subtle" color="gray" size="xs" onClick={onStartOver}>
          Choose another file
        </Button>
      </Group>
      <FormFailure message={error && firstMessage(error)} />
      {!data && !error && <Loader aria-label="Reading file" />}
      {data && (
        <>
          <Detection fileName={fileName} preview={data} />
          <NativeSelect
            label="File contents"
            maw={320}
            value={kind}
            data={FILE_KINDS.map((value) => ({ value, label: streamLabel(value) }))}
            onChange={({ currentTarget }) => {
              const chosen = FILE_KINDS.find((value) => value === currentTarget.value)
              if (chosen) chooseKind(chosen)
            }}
          />
          <MappingTable
            key={data.kind}
            fields={data.fields}
            columns={data.columns}
            choices={choices}
            onChoose={choose}
          />
          <Section title={`Preview of the first ${data.rows.length} rows`} busy={preview.isFetching}>
            <PreviewTable fields={filledFields(data.fields, choices)} rows={data.rows} />
          </Section>
          {data.problems.length > 0 && (
            <Section title="Problems found so far">
              <ProblemTable problems={data.problems} />
            </Section>
          )}
          <ImportOptions form={form} kind={data.kind} onChange={change} />
          {missing.length > 0 && (
            <Notice tone="warning" role="status">
              Not mapped yet: {missing.map(({ label }) => label).join(', ')}
            </Notice>
          )}
          <FormFailure message={start.error && firstMessage(start.error)} />
          <Group justify="flex-end">
            <Button
              disabled={missing.length > 0}
              loading={start.isPending}
              onClick={() => start.mutate({ id: serviceId, fileId, ...settings })}
            >
              Import
            </Button>
          </Group>
        </>
      )}
    </Stack>
  )
}

const Detection = ({ fileName, preview }: { fileName: string; preview: FilePreview }) => (
  <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
    {fileName}: {preview.columns.length} columns
    {preview.platform ? `, recognized as an export from ${preview.platform}` : ', format not recognized'}. Fields marked
    with * are required.
  </Text>
)

const Section = ({ title, busy = false, children }: { title: string; busy?: boolean; children: React.ReactNode }) => (
  <Stack gap="xs">
    <Group gap="xs">
      <Title order={3}>{title}</Title>
      {busy && <Loader size="xs" aria-label="Refreshing" />}
    </Group>
    {children}
  </Stack>
)
