import { PasswordInput, Select, type SelectProps, SimpleGrid, TextInput } from '@mantine/core'

interface NameFieldsProps {
  /** input props from the form */
  readonly inputProps: (field: 'firstName' | 'lastName') => object
  /** users who enter their own name can have it filled in; the first field takes the focus in both cases */
  readonly isOwn?: boolean
}

/** First and last name. */
export const NameFields = ({ inputProps, isOwn = false }: NameFieldsProps) => (
  <SimpleGrid cols={{ base: 1, xs: 2 }}>
    <TextInput
      label="First name"
      required
      {...(isOwn ? { autoComplete: 'given-name', autoFocus: true } : { 'data-autofocus': true })}
      {...inputProps('firstName')}
    />
    <TextInput
      label="Last name"
      required
      {...(isOwn ? { autoComplete: 'family-name' } : {})}
      {...inputProps('lastName')}
    />
  </SimpleGrid>
)

interface EmailFieldProps {
  readonly label: string
  /** input props from the form */
  readonly inputProps: object
}

/** The address that someone signs in with. */
export const EmailField = ({ label, inputProps }: EmailFieldProps) => (
  <TextInput label={label} type="text" inputMode="email" autoComplete="username" autoFocus required {...inputProps} />
)

interface PasswordFieldsProps {
  readonly label: string
  readonly repeatLabel: string
  readonly autoFocus?: boolean
  /** input props from the form */
  readonly inputProps: (field: 'password' | 'confirmation') => object
}

/** A password to choose, and its confirmation. */
export const PasswordFields = ({ label, repeatLabel, autoFocus = false, inputProps }: PasswordFieldsProps) => (
  <>
    <PasswordInput
      label={label}
      description="Minimum 8 characters, at least 1 letter, 1 number and 1 special character"
      autoComplete="new-password"
      autoFocus={autoFocus}
      required
      {...inputProps('password')}
    />
    <PasswordInput label={repeatLabel} autoComplete="new-password" required {...inputProps('confirmation')} />
  </>
)

/** A select that filters its options by typing; clicking selects the current text so that typing replaces it. */
export const SearchSelect = (props: SelectProps) => (
  <Select searchable allowDeselect={false} onClick={({ currentTarget }) => currentTarget.select()} {...props} />
)
