import { Button, Input, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
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
import { Folded } from './folded.tsx'
import classes from './mapping-table.module.css'

export interface MappingTableProps {
  readonly fields: readonly TargetField[]
  readonly columns: readonly string[]
  readonly choices: Choices
  /** first and last date of the file, by field */
  readonly spans: FilePreview['spans']
  readonly onChoose: (field: string, part: Partial<FieldChoice>) => void
  /** without a choice of formats */
  readonly hidesFormats?: boolean
}

/** A row per field: its column, date format or default value. */
export const FieldRows = ({ fields, columns, choices, spans, onChoose, hidesFormats = false }: MappingTableProps) => (
  <div className={classes.table}>
    {fields.map((field) => (
      <MappingRow
        key={field.name}
        field={field}
        columns={columns}
        choice={choiceFor(choices, field.name)}
        span={spans[field.name]}
        hidesFormat={hidesFormats}
        onChoose={(part) => onChoose(field.name, part)}
      />
    ))}
  </div>
)

/** Required and recognized fields come first; the order is fixed when the table is mounted. */
export const MappingTable = (props: MappingTableProps) => {
  const { fields, choices } = props
  const [firstNames] = useState(() => leadingNames(fields, choices))
  const first = fields.filter(({ name }) => firstNames.has(name))
  const more = fields.filter(({ name }) => !firstNames.has(name))
  return (
    <div>
      <FieldRows {...props} fields={first} />
      {more.length > 0 && (
        <Folded title={more.length === 1 ? '1 more field' : `${formatCount(more.length)} more fields`}>
          <FieldRows {...props} fields={more} />
        </Folded>
      )}
    </div>
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
  readonly hidesFormat: boolean
  readonly onChoose: (part: Partial<FieldChoice>) => void
}

const MappingRow = ({ field, columns, choice, span, hidesFormat, onChoose }: MappingRowProps) => (
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
    {!hidesFormat && <FormatOrDefault field={field} choice={choice} onChoose={onChoose} />}
  </fieldset>
)

/** How the column's values are read, where there is a choice; else what blank ones become. */
const FormatOrDefault = ({ field, choice, onChoose }: Omit<MappingRowProps, 'columns' | 'span' | 'hidesFormat'>) => {
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
export const DateSpan = ({ span: { first, last } }: { span: FilePreview['spans'][string] }) => {
  const formats = useFormats()
  const [from, to] = [first, last].map((at) => formats.day(at.slice(0, 10), 'full'))
  return (
    <Text component="span" size="xs" fw={500} display="block">
      {from === to ? from : `${from} – ${to}`}
    </Text>
  )
}

const ColumnChoice = ({ field, columns, choice, onChoose }: Omit<MappingRowProps, 'span' | 'hidesFormat'>) => {
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
