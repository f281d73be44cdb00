import { Button, Group, Input, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import type { FilePreview } from '#contract/imports.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { formatCount } from '#web/app/format.ts'
import {
  type Choices,
  canBeComposed,
  choiceFor,
  type FieldChoice,
  filledFields,
  namedFormats,
  type TargetField,
  takesFormat,
} from './field-choice.ts'
import classes from './mapping-table.module.css'

interface MappingTableProps {
  readonly fields: readonly TargetField[]
  readonly columns: readonly string[]
  readonly choices: Choices
  /** first and last date of the file, by field */
  readonly spans: FilePreview['spans']
  readonly onChoose: (field: string, part: Partial<FieldChoice>) => void
}

/**
 * A row per field: its column, date format or default value. Required and recognized fields come first; the order is fixed
 * when the table is mounted.
 */
export const MappingTable = ({ fields, columns, choices, spans, onChoose }: MappingTableProps) => {
  const [firstNames] = useState(() => leadingNames(fields, choices))
  const row = (field: TargetField) => (
    <MappingRow
      key={field.name}
      field={field}
      columns={columns}
      choice={choiceFor(choices, field.name)}
      span={spans[field.name]}
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
  readonly span: FilePreview['spans'][string] | undefined
  readonly onChoose: (part: Partial<FieldChoice>) => void
}

const MappingRow = ({ field, columns, choice, span, onChoose }: MappingRowProps) => (
  <fieldset className={classes.row}>
    <legend className={classes.field}>
      <Input.Label component="span" required={field.required}>
        {field.label}
      </Input.Label>
      <Text component="span" size="xs" c="dimmed" display="block">
        {field.description}
      </Text>
      {span && choice.column !== '' && <DateSpan span={span} />}
    </legend>
    <ColumnChoice field={field} columns={columns} choice={choice} onChoose={onChoose} />
    <FormatOrDefault field={field} choice={choice} onChoose={onChoose} />
  </fieldset>
)

/** How the column's values are read, where there is a choice; else what blank ones become. */
const FormatOrDefault = ({ field, choice, onChoose }: Omit<MappingRowProps, 'columns' | 'span'>) => {
  const formats = choice.column === '' ? null : namedFormats(field)
  if (formats !== null)
    return (
      <NativeSelect
        aria-label={`Format of ${field.label}`}
        value={choice.format}
        data={formats}
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

/** The days that a column of dates covers, so that a wrong reading is seen. */
const DateSpan = ({ span: { first, last } }: { span: FilePreview['spans'][string] }) => {
  const formats = useFormats()
  const [from, to] = [first, last].map((at) => formats.day(at.slice(0, 10), 'full'))
  return (
    <Text component="span" size="xs" fw={500} display="block">
      {from === to ? from : `${from} – ${to}`}
    </Text>
  )
}

const ColumnChoice = ({ field, columns, choice, onChoose }: Omit<MappingRowProps, 'span'>) => {
  const { column, joined } = choice
  const data = [{ value: '', label: 'No column' }, ...columns]
  const join = (index: number, name: string) =>
    onChoose({ joined: name === '' ? joined.filter((_, at) => at !== index) : joined.with(index, name) })
  return (
    <Stack gap={6}>
      <NativeSelect
        aria-label={`Column for ${field.label}`}
        value={column}
        data={data}
        onChange={({ currentTarget }) => onChoose({ column: currentTarget.value })}
      />
      {joined.map((name, index) => (
        <NativeSelect
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what is chosen for
          key={index}
          aria-label={`Column ${index + 2} for ${field.label}`}
          value={name}
          data={data}
          onChange={({ currentTarget }) => join(index, currentTarget.value)}
        />
      ))}
      {canBeComposed(field) && (
        <div>
          {/* Its words begin where the fields do. */}
          <Button
            variant="subtle"
            size="compact-sm"
            ml={-9}
            disabled={joined.includes('')}
            onClick={() => onChoose({ joined: [...joined, ''] })}
          >
            {joined.length === 0 ? 'Combine columns' : 'Add a column'}
          </Button>
        </div>
      )}
    </Stack>
  )
}
