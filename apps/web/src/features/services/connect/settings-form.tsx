import { Stack } from '@mantine/core'
import { SettingInput } from './setting-input.tsx'
import type { SettingProblems, SettingValue, SettingValues } from './setting-values.ts'
import type { SettingField } from './settings-schema.ts'

interface SettingsFormProps {
  readonly fields: readonly SettingField[]
  readonly values: SettingValues
  readonly problems: SettingProblems
  /** names of the secrets that are stored */
  readonly stored?: readonly string[]
  readonly onChange: (name: string, value: SettingValue) => void
}

/** The settings of a connection, drawn from their schema. */
export const SettingsForm = ({ fields, values, problems, stored = [], onChange }: SettingsFormProps) => (
  <Stack>
    {fields.map((field) => (
      <SettingInput
        key={field.name}
        field={field}
        value={values[field.name] ?? ''}
        problem={problems[field.name]}
        isStored={stored.includes(field.name)}
        onChange={(value) => onChange(field.name, value)}
      />
    ))}
  </Stack>
)
