import { SimpleGrid, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import type { Account } from '#contract/account.ts'
import { getSetting, SETTING_IDS } from '#contract/account-settings.ts'
import { SearchSelect } from '#web/app/fields.tsx'
import { SettingsSection } from '#web/app/heading.tsx'
import { countryChoices } from './field-options.ts'
import { LogoField } from './logo-field.tsx'
import { SettingField, type SettingFieldProps } from './setting-field.tsx'
import type { AddressField } from './settings-draft.ts'

type FieldsProps = Omit<SettingFieldProps, 'id'>

const sectionSettings = (section: 'winery' | 'numbers') =>
  SETTING_IDS.filter((id) => getSetting(id).section === section)

const LINES: readonly (readonly [field: Exclude<AddressField, 'country'>, label: string, autoComplete: string])[] = [
  ['addressLine1', 'Address', 'address-line1'],
  ['addressLine2', 'Address line 2', 'address-line2'],
  ['city', 'City', 'address-level2'],
  ['state', 'State or region', 'address-level1'],
  ['postalCode', 'Postal code', 'postal-code'],
]

/** The winery's name, logo and address. */
export const WinerySection = ({ account, draft, problems, onChange }: FieldsProps & { readonly account: Account }) => {
  const countries = useMemo(() => countryChoices('en'), [])
  return (
    <SettingsSection
      id="winery"
      title="Winery"
      description="Your name and logo appear in the menu, on the logo tile, and in emails."
    >
      {sectionSettings('winery').map((id) => (
        <SettingField key={id} {...{ id, draft, problems, onChange }} />
      ))}
      <LogoField account={account} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} style={{ alignItems: 'end' }}>
        {LINES.map(([field, label, autoComplete]) => (
          <TextInput
            key={field}
            label={label}
            autoComplete={autoComplete}
            value={draft[field]}
            error={problems[field]}
            onChange={({ currentTarget }) => onChange({ [field]: currentTarget.value }, field)}
          />
        ))}
        <SearchSelect
          label="Country"
          autoComplete="country"
          clearable
          clearButtonProps={{ 'aria-label': 'Clear country' }}
          nothingFoundMessage="No matches"
          data={countries}
          value={draft.country === '' ? null : draft.country}
          error={problems.country}
          onChange={(country) => onChange({ country: country ?? '' })}
        />
      </SimpleGrid>
    </SettingsSection>
  )
}

/** Settings that decide where days, weeks and years begin, and how numbers are written. */
export const NumbersSection = (fields: FieldsProps) => (
  <SettingsSection
    id="numbers"
    title="Region and calendar"
    description="When days, weeks, and years begin, and how amounts and dates are formatted. These apply to everyone in the account."
  >
    <SimpleGrid cols={{ base: 1, sm: 2 }} style={{ alignItems: 'end' }}>
      {sectionSettings('numbers').map((id) => (
        <SettingField key={id} id={id} {...fields} />
      ))}
    </SimpleGrid>
  </SettingsSection>
)
