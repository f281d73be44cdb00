import { Checkbox, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import type { CustomColumn } from '#contract/imports.ts'
import classes from '#web/features/custom-fields/custom-fields.module.css'
import { RECORD_OPTIONS, TYPE_OPTIONS } from '#web/features/custom-fields/field-labels.ts'

interface UnmappedColumnsProps {
  /** columns without a field, as the server would keep them */
  readonly columns: readonly CustomColumn[]
  readonly chosen: readonly CustomColumn[]
  readonly onChange: (chosen: readonly CustomColumn[]) => void
}

/** Columns that fill no field: each can be kept as a custom field. */
export const UnmappedColumns = ({ columns, chosen, onChange }: UnmappedColumnsProps) => {
  const others = chosen.filter((one) => columns.every(({ column }) => column !== one.column))
  const all = [...columns, ...others]
  if (all.length === 0) return null
  const replace = (changed: CustomColumn): void =>
    onChange(chosen.map((one) => (one.column === changed.column ? changed : one)))
  return (
    <Stack gap="xs">
      <Title order={3}>Columns that aren’t mapped</Title>
      <Text size="sm" c="dimmed">
        Keep a column as a field to filter, group, and add it up in reports. Other columns aren’t imported.
      </Text>
      <div>
        {all.map((proposed) => {
          const kept = chosen.find(({ column }) => column === proposed.column)
          const toggle = (): void => onChange(kept ? chosen.filter((one) => one !== kept) : [...chosen, proposed])
          return (
            <div key={proposed.column} className={classes.column}>
              <Checkbox
                label={`Keep “${proposed.column}”`}
                checked={kept !== undefined}
                onChange={toggle}
                styles={{ label: { overflowWrap: 'anywhere' } }}
              />
              {kept && <FieldChoices kept={kept} onChange={replace} />}
            </div>
          )
        })}
      </div>
    </Stack>
  )
}

const FieldChoices = ({ kept, onChange }: { kept: CustomColumn; onChange: (changed: CustomColumn) => void }) => (
  <>
    <TextInput
      aria-label={`Field name for ${kept.column}`}
      maxLength={60}
      value={kept.label}
      error={kept.label.trim() === '' ? 'Enter a name' : null}
      onChange={({ currentTarget }) => onChange({ ...kept, label: currentTarget.value })}
    />
    <NativeSelect
      aria-label={`Records for ${kept.column}`}
      value={kept.record}
      data={RECORD_OPTIONS}
      onChange={({ currentTarget }) => {
        const record = RECORD_OPTIONS.find(({ value }) => value === currentTarget.value)?.value
        if (record) onChange({ ...kept, record })
      }}
    />
    <NativeSelect
      aria-label={`Type of ${kept.column}`}
      value={kept.type}
      data={TYPE_OPTIONS}
      onChange={({ currentTarget }) => {
        const type = TYPE_OPTIONS.find(({ value }) => value === currentTarget.value)?.value
        if (type) onChange({ ...kept, type })
      }}
    />
  </>
)
