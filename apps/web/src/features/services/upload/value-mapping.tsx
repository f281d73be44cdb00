import { Button, Group, NativeSelect, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import type { FilePreview } from '#contract/imports.ts'
import { formatCode } from '#domain/code-labels.ts'
import type { CodeList } from '#domain/own-codes.ts'
import { countOf } from '#domain/text.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { formatCount } from '#web/app/format.ts'
import { right, ScrollTable } from '#web/app/listing.tsx'
import { listNames } from '#web/features/own-codes/code-lists.ts'
import { OwnCodeDialog } from '#web/features/own-codes/own-code-dialog.tsx'
import { type OwnCodesOfList, useOwnCodes } from '#web/features/own-codes/use-own-codes.ts'
import type { FieldChoice, TargetField } from './field-choice.ts'

type Value = FilePreview['values'][string][number]

/** The code of values that no spelling and no mapping knows. */
export const UNKNOWN = 'other'

interface ValueMappingProps {
  /** list of the account's own codes that the field takes; null: it takes standard codes only */
  readonly list: CodeList | null
  readonly field: TargetField
  readonly values: readonly Value[]
  readonly choice: FieldChoice
  readonly onChoose: (part: Partial<FieldChoice>) => void
}

/** What the values of a column become, with a way to change it. Opens by itself when values are unknown. */
export const ValueMapping = ({ list, field, values, choice, onChoose }: ValueMappingProps) => {
  const own = useOwnCodes(list)
  const unknown = values.filter(({ code, value }) => code === UNKNOWN && own.find(value) === null).length
  const [opened, { toggle }] = useDisclosure(unknown > 0)
  const hasAmounts = values.some(({ amount }) => amount !== null)
  const change = (value: string, code: string) => onChoose({ values: { ...choice.values, [value]: code } })
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Text component="h4" size="sm" fw={500} m={0}>
          Values of {field.label.toLowerCase()}
          {unknown > 0 && (
            <Text component="span" size="sm" fw={400} c="dimmed">
              {' '}
              · {formatCount(unknown)} unknown, counted as Other
            </Text>
          )}
        </Text>
        <Button variant="subtle" size="compact-sm" aria-expanded={opened} onClick={toggle}>
          {opened ? 'Hide values' : `Show ${countOf(values.length, 'value')}`}
        </Button>
      </Group>
      {opened && (
        <ScrollTable
          label={`Values of ${field.label}`}
          minWidth={300}
          maxWidth={560}
          columns={['In the file', right('Rows'), ...(hasAmounts ? [right('Amount')] : []), 'Becomes']}
        >
          {values.map((value) => (
            <ValueRow
              key={value.value}
              field={field}
              value={value}
              hasAmount={hasAmounts}
              own={own}
              onChange={(code) => change(value.value, code)}
            />
          ))}
        </ScrollTable>
      )}
    </div>
  )
}

interface ValueRowProps {
  readonly field: TargetField
  readonly value: Value
  readonly hasAmount: boolean
  readonly own: OwnCodesOfList
  readonly onChange: (code: string) => void
}

const NEW = 'new'

const ValueRow = ({ field, value: { value, rows, amount, code }, hasAmount, own, onChange }: ValueRowProps) => {
  const formats = useFormats()
  const [isAdding, setAdding] = useState(false)
  const { list } = own
  const assigned = own.find(value)
  const standard = (field.codes ?? []).map((one) => ({ value: one, label: formatCode(field.name, one) }))
  const choose = (chosen: string): void => {
    if (chosen === NEW) setAdding(true)
    else if (own.codes.some(({ key }) => key === chosen)) own.assign(value, chosen)
    else {
      if (assigned !== null) own.release(value, assigned)
      onChange(chosen)
    }
  }
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
      <Table.Td ta="right">{formatCount(rows)}</Table.Td>
      {hasAmount && <Table.Td ta="right">{amount === null ? '—' : formats.value(amount, 'currency')}</Table.Td>}
      <Table.Td>
        <NativeSelect
          aria-label={`${field.label} of ${value}`}
          size="xs"
          value={assigned?.key ?? code}
          disabled={own.isBusy}
          data={[
            ...own.codes.map(({ key, label }) => ({ value: key, label })),
            ...standard,
            ...(list === null ? [] : [{ value: NEW, label: `New ${listNames(list).one}…` }]),
          ]}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
        {isAdding && list !== null && (
          <OwnCodeDialog
            draft={{ list, label: value.slice(0, 60), parent: code, values: [value] }}
            onClose={() => setAdding(false)}
          />
        )}
      </Table.Td>
    </Table.Tr>
  )
}
