import { Button, Group, Loader, Radio, Stack, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { FilePreview } from '#contract/imports.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { FormFailure, Notice } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { ProblemTable } from '../problem-table.tsx'
import { DetectionPanel } from './detection-panel.tsx'
import { filledFields, missingFields } from './field-choice.ts'
import { MappingTable } from './mapping-table.tsx'
import { PreviewTable } from './preview-table.tsx'
import { type ImportForm, usePreview } from './use-preview.ts'

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
  const { form, preview, choices, settings, chosenKind, change, chooseKind, choose } = usePreview({ serviceId, fileId })
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
      {data && <DetectionPanel fileName={fileName} preview={data} kind={chosenKind} onChoose={chooseKind} />}
      {data && chosenKind !== null && (
        <>
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

const Section = ({ title, busy = false, children }: { title: string; busy?: boolean; children: React.ReactNode }) => (
  <Stack gap="xs">
    <Group gap="xs">
      <Title order={3}>{title}</Title>
      {busy && <Loader size="xs" aria-label="Refreshing" />}
    </Group>
    {children}
  </Stack>
)
