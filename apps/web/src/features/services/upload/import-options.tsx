import { Radio, Stack, TextInput } from '@mantine/core'
import type { FilePreview } from '#contract/imports.ts'
import type { ImportForm } from './use-preview.ts'

interface ImportOptionsProps {
  readonly form: ImportForm
  readonly kind: FilePreview['kind']
  readonly onChange: (part: Partial<ImportForm>) => void
}

const holdsOrders = (kind: FilePreview['kind']): boolean => kind === 'orders' || kind === 'order_lines'

/** Options for invalid rows and refunds. */
export const ImportOptions = ({ form, kind, onChange }: ImportOptionsProps) => (
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
