import { Accordion, Checkbox, NativeSelect, PasswordInput, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
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
  if (field.multiline) return <TextInputOfLines {...props} />
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
        data={settingOptions(field, field.enum)}
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

const settingOptions = (
  { isRequired, default: standard, enumTitles = [] }: SettingField,
  values: readonly string[],
) => {
  const options = values.map((value, index) => ({ value, label: enumTitles[index] ?? value }))
  return isRequired || standard !== undefined ? options : [{ value: '', label: '' }, ...options]
}

const STORED = 'Saved. Enter a new value to replace it.'

/** A single-line input would remove the line ends of a key. */
const TextInputOfLines = (props: SettingInputProps) => (
  <Textarea
    {...commonProps(props)}
    required={props.field.isRequired && !props.isStored}
    placeholder={props.isStored ? STORED : undefined}
    autosize
    minRows={3}
    maxRows={8}
    autoCapitalize="off"
    autoComplete="off"
    spellCheck={false}
    value={String(props.value)}
    onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
  />
)

const SecretInput = (props: SettingInputProps) => {
  const { field, value, isStored, onChange } = props
  return (
    <PasswordInput
      {...commonProps(props)}
      required={field.isRequired && !isStored}
      placeholder={isStored ? STORED : undefined}
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

/** Deprecated settings without a value when the form opens; they stay while they are edited. */
const unusedFields = ({ fields, values }: SettingsFormProps): ReadonlySet<string> =>
  new Set(fields.filter(({ name, deprecated }) => deprecated && !values[name]).map(({ name }) => name))

/** A settings form generated from a schema. Settings that few connections need are folded, unless they have a problem. */
export const SettingsForm = (props: SettingsFormProps) => {
  const { problems } = props
  const [unused] = useState(() => unusedFields(props))
  const fields = props.fields.filter(({ name }) => !unused.has(name))
  const advanced = fields.filter((field) => field.advanced)
  const hasProblem = advanced.some(({ name }) => problems[name] !== undefined)
  const [isOpen, setOpen] = useState(false)
  return (
    <Stack>
      <Inputs {...props} fields={fields.filter((field) => !field.advanced)} />
      {advanced.length > 0 && (
        <Accordion
          variant="contained"
          value={isOpen || hasProblem ? ADVANCED : null}
          onChange={(value) => setOpen(value !== null)}
        >
          <Accordion.Item value={ADVANCED}>
            <Accordion.Control>Advanced settings</Accordion.Control>
            <Accordion.Panel>
              <Stack>
                <Inputs {...props} fields={advanced} />
              </Stack>
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
      )}
    </Stack>
  )
}

const ADVANCED = 'advanced'

const Inputs = ({ fields, values, problems, stored = [], onChange }: SettingsFormProps) =>
  fields.map((field) => (
    <SettingInput
      key={field.name}
      field={field}
      value={values[field.name] ?? ''}
      problem={problems[field.name]}
      isStored={stored.includes(field.name)}
      onChange={(value) => onChange(field.name, value)}
    />
  ))
