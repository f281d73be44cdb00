import { Button, Group, NativeSelect, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { FilePreview } from '#contract/imports.ts'
import { labelOf } from '#domain/code-labels.ts'
import { formatCount } from '#web/app/format.ts'
import { right, ScrollTable } from '#web/app/listing.tsx'
import type { FieldChoice, TargetField } from './field-choice.ts'

type Value = FilePreview['values'][string][number]

/** The code of values that no spelling and no mapping knows. */
const UNKNOWN = 'other'

interface ValueMappingProps {
  readonly field: TargetField
  readonly values: readonly Value[]
  readonly choice: FieldChoice
  readonly onChoose: (part: Partial<FieldChoice>) => void
}

/** What the values of a column become, with a way to change it. Opens by itself when values are unknown. */
export const ValueMapping = ({ field, values, choice, onChoose }: ValueMappingProps) => {
  const unknown = values.filter(({ code }) => code === UNKNOWN).length
  const [opened, { toggle }] = useDisclosure(unknown > 0)
  const change = (value: string, code: string) => onChoose({ values: { ...choice.values, [value]: code } })
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Text component="h4" size="sm" fw={500} m={0}>
          Values of {field.label.toLowerCase()}
          {unknown > 0 && (
            <Text component="span" size="sm" fw={400} c="dimmed">
              {' '}
              · {formatCount(unknown)} {unknown === 1 ? 'is' : 'are'} not known and {unknown === 1 ? 'counts' : 'count'}{' '}
              as Other
            </Text>
          )}
        </Text>
        <Button variant="subtle" size="compact-xs" aria-expanded={opened} onClick={toggle}>
          {opened ? 'Hide values' : `Show ${formatCount(values.length)} values`}
        </Button>
      </Group>
      {opened && (
        <ScrollTable
          label={`Values of ${field.label}`}
          minWidth={360}
          maw={560}
          columns={['In the file', right('Rows'), 'Becomes']}
        >
          {values.map((value) => (
            <ValueRow key={value.value} field={field} value={value} onChange={(code) => change(value.value, code)} />
          ))}
        </ScrollTable>
      )}
    </div>
  )
}

interface ValueRowProps {
  readonly field: TargetField
  readonly value: Value
  readonly onChange: (code: string) => void
}

const ValueRow = ({ field, value: { value, rows, code }, onChange }: ValueRowProps) => (
  <Table.Tr>
    <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
    <Table.Td ta="right">{formatCount(rows)}</Table.Td>
    <Table.Td>
      <NativeSelect
        aria-label={`${field.label} of ${value}`}
        size="xs"
        value={code}
        data={(field.codes ?? []).map((one) => ({ value: one, label: labelOf(field.name, one) }))}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </Table.Td>
  </Table.Tr>
)
