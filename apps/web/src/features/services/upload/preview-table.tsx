import { Table, Text } from '@mantine/core'
import type { FilePreview } from '#contract/services.ts'
import type { TargetField } from './field-choice.ts'

const NUMBER_TYPES: readonly string[] = ['number', 'integer', 'price', 'money']

const alignment = ({ type }: TargetField): 'right' | 'left' => (NUMBER_TYPES.includes(type) ? 'right' : 'left')

interface PreviewTableProps {
  readonly fields: readonly TargetField[]
  readonly rows: FilePreview['rows']
}

/** A preview of the first imported rows. */
export const PreviewTable = ({ fields, rows }: PreviewTableProps) => {
  if (fields.length === 0 || rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Choose a column to see a preview.
      </Text>
    )
  }
  return (
    <Table.ScrollContainer minWidth={fields.length * 120} type="native" tabIndex={0} role="region" aria-label="Preview">
      <Table fz="sm" className="numbers" verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            {fields.map((field) => (
              <Table.Th key={field.name} ta={alignment(field)}>
                {field.label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
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
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
