import { Button, Group, Table, Text } from '@mantine/core'
import { useState } from 'react'
import type { FilePreview } from '#contract/imports.ts'
import { right, ScrollTable } from '#web/app/listing.tsx'
import type { TargetField } from './field-choice.ts'

const NUMBER_TYPES: readonly string[] = ['number', 'integer', 'price', 'money']

const alignment = ({ type }: TargetField): 'right' | 'left' => (NUMBER_TYPES.includes(type) ? 'right' : 'left')

interface PreviewTableProps {
  readonly fields: readonly TargetField[]
  readonly rows: FilePreview['rows']
}

/** Rows shown at first. */
const FEW = 5

/** The first imported rows; more on demand. */
export const PreviewTable = ({ fields, rows }: PreviewTableProps) => {
  const [showsAll, setShowsAll] = useState(false)
  if (fields.length === 0 || rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Choose a column to see a preview.
      </Text>
    )
  }
  return (
    <>
      <RowTable fields={fields} rows={showsAll ? rows : rows.slice(0, FEW)} />
      {rows.length > FEW && (
        <Group>
          <Button variant="subtle" size="compact-sm" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Show fewer rows' : `Show ${rows.length} rows`}
          </Button>
        </Group>
      )}
    </>
  )
}

export const RowTable = ({ fields, rows, label = 'Preview' }: PreviewTableProps & { readonly label?: string }) => (
  <ScrollTable
    label={label}
    minWidth={fields.length * 120}
    verticalSpacing={6}
    columns={fields.map((field) => (alignment(field) === 'right' ? right(field.label) : field.label))}
  >
    {rows.map((row, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no id
      <Table.Tr key={index}>
        {fields.map((field) => (
          <Table.Td key={field.name} ta={alignment(field)}>
            {row[field.name] ?? '—'}
          </Table.Td>
        ))}
      </Table.Tr>
    ))}
  </ScrollTable>
)
