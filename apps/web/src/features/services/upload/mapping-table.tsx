import { Button, Group, Input, NativeSelect, Text, TextInput, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { formatCount } from '#web/app/format.ts'
import {
  type Choices,
  choiceFor,
  discountFormats,
  type FieldChoice,
  filledFields,
  type TargetField,
  takesFormat,
} from './field-choice.ts'
import classes from './mapping-table.module.css'

interface MappingTableProps {
  readonly fields: readonly TargetField[]
  readonly columns: readonly string[]
  readonly choices: Choices
  readonly onChoose: (field: string, part: Partial<FieldChoice>) => void
}

/**
 * A row per field: its column, date format or default value. Required and recognized fields come first; the order is fixed
 * when the table is mounted.
 */
export const MappingTable = ({ fields, columns, choices, onChoose }: MappingTableProps) => {
  const [firstNames] = useState(() => leadingNames(fields, choices))
  const row = (field: TargetField) => (
    <MappingRow
      key={field.name}
      field={field}
      columns={columns}
      choice={choiceFor(choices, field.name)}
      onChoose={(part) => onChoose(field.name, part)}
    />
  )
  const first = fields.filter(({ name }) => firstNames.has(name))
  const more = fields.filter(({ name }) => !firstNames.has(name))
  return (
    <div>
      <div className={classes.table}>{first.map(row)}</div>
      {more.length > 0 && <MoreFields count={more.length}>{more.map(row)}</MoreFields>}
    </div>
  )
}

const MoreFields = ({ count, children }: { count: number; children: ReactNode }) => {
  const [opened, { toggle }] = useDisclosure(false)
  return (
    <>
      <Group justify="space-between" mt="lg" mb="xs">
        <Title order={3}>{count === 1 ? '1 more field' : `${formatCount(count)} more fields`}</Title>
        <Button variant="subtle" size="xs" aria-expanded={opened} onClick={toggle}>
          {opened ? 'Hide' : 'Show'}
        </Button>
      </Group>
      {opened && <div className={classes.table}>{children}</div>}
    </>
  )
}

const leadingNames = (fields: readonly TargetField[], choices: Choices): ReadonlySet<string> => {
  const required = fields.filter((field) => field.required)
  return new Set([...required, ...filledFields(fields, choices)].map(({ name }) => name))
}

interface MappingRowProps {
  readonly field: TargetField
  readonly columns: readonly string[]
  readonly choice: FieldChoice
  readonly onChoose: (part: Partial<FieldChoice>) => void
}

const MappingRow = ({ field, columns, choice, onChoose }: MappingRowProps) => (
  <fieldset className={classes.row}>
    <legend className={classes.field}>
      <Input.Label component="span" required={field.required}>
        {field.label}
      </Input.Label>
      <Text component="span" size="xs" c="dimmed" display="block">
        {field.description}
      </Text>
    </legend>
    <NativeSelect
      aria-label={`Column for ${field.label}`}
      value={choice.column}
      data={[{ value: '', label: 'No column' }, ...columns]}
      onChange={({ currentTarget }) => onChoose({ column: currentTarget.value })}
    />
    <FormatOrDefault field={field} choice={choice} onChoose={onChoose} />
  </fieldset>
)

/** How the column's values are read, where there is a choice; else what blank ones become. */
const FormatOrDefault = ({ field, choice, onChoose }: Omit<MappingRowProps, 'columns'>) => {
  const discounts = choice.column === '' ? null : discountFormats(field)
  if (discounts !== null)
    return (
      <NativeSelect
        aria-label={`Format of ${field.label}`}
        value={choice.format}
        data={discounts}
        onChange={({ currentTarget }) => onChoose({ format: currentTarget.value })}
      />
    )
  if (takesFormat(field))
    return (
      <TextInput
        aria-label={`Format of ${field.label}`}
        placeholder="Format, such as MM/DD/YYYY H:mm"
        value={choice.format}
        onChange={({ currentTarget }) => onChoose({ format: currentTarget.value })}
      />
    )
  return (
    <TextInput
      aria-label={`Default for ${field.label}`}
      placeholder="If blank"
      value={choice.default}
      onChange={({ currentTarget }) => onChoose({ default: currentTarget.value })}
    />
  )
}
