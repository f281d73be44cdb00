import { Checkbox, NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core'
import type { SettingField, SettingProblems, SettingValue, SettingValues } from './setting-values.ts'

interface SettingInputProps {
  readonly field: SettingField
  readonly value: SettingValue
  readonly problem: string | undefined
  /** the secret is stored: empty keeps it */
  readonly isStored: boolean
  readonly onChange: (value: SettingValue) => void
}

/** The input of one setting. */
const SettingInput = (props: SettingInputProps) => {
  const { field, value, problem, onChange } = props
  if (field.isSecret) return <SecretInput {...props} />
  if (field.type === 'boolean') {
    return (
      <Checkbox
        label={field.title}
        description={field.description}
        checked={value === true}
        error={problem}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    )
  }
  if (field.enum !== undefined) {
    return (
      <NativeSelect
        {...commonProps(props)}
        data={field.isRequired || field.default !== undefined ? field.enum : ['', ...field.enum]}
        value={String(value)}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  }
  return (
    <TextInput
      {...commonProps(props)}
      inputMode={field.type === 'integer' ? 'numeric' : 'text'}
      autoCapitalize="off"
      autoComplete="off"
      spellCheck={false}
      value={String(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

const SecretInput = (props: SettingInputProps) => {
  const { field, value, isStored, onChange } = props
  return (
    <PasswordInput
      {...commonProps(props)}
      required={field.isRequired && !isStored}
      placeholder={isStored ? 'Saved. Enter a new value to replace it.' : undefined}
      // Keeps browsers from filling in the user's own password.
      autoComplete="new-password"
      spellCheck={false}
      visibilityToggleButtonProps={{ 'aria-label': `Show or hide ${field.title}`, tabIndex: 0 }}
      value={String(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

const commonProps = ({ field: { name, title, description, isRequired }, problem }: SettingInputProps) => ({
  name,
  label: title,
  description,
  required: isRequired,
  error: problem,
})

interface SettingsFormProps {
  readonly fields: readonly SettingField[]
  readonly values: SettingValues
  readonly problems: SettingProblems
  /** names of the secrets that are stored */
  readonly stored?: readonly string[]
  readonly onChange: (name: string, value: SettingValue) => void
}

/** A settings form generated from a schema. */
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
