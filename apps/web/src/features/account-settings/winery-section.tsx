import { SimpleGrid, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import type { Account } from '#contract/account.ts'
import { SearchSelect } from '#web/app/search-select.tsx'
import { countryChoices } from './field-options.ts'
import { LogoField } from './logo-field.tsx'
import type { AddressField, DraftChange, SettingsDraft, SettingsProblems } from './settings-draft.ts'
import { SettingsSection } from './settings-section.tsx'

interface WinerySectionProps {
  readonly account: Account
  readonly draft: SettingsDraft
  readonly problems: SettingsProblems
  readonly onChange: DraftChange
}

const LINES: readonly (readonly [field: Exclude<AddressField, 'country'>, label: string, autoComplete: string])[] = [
  ['addressLine1', 'Address', 'address-line1'],
  ['addressLine2', 'Address, second line', 'address-line2'],
  ['city', 'City', 'address-level2'],
  ['state', 'State or region', 'address-level1'],
  ['postalCode', 'Postal code', 'postal-code'],
]

/** What the winery is called, how it looks and where it is. */
export const WinerySection = ({ account, draft, problems, onChange }: WinerySectionProps) => {
  const countries = useMemo(() => countryChoices('en'), [])
  return (
    <SettingsSection
      id="winery"
      title="Winery"
      description="Its name and logo stand in the menu, on the logo tile and in mails."
    >
      <TextInput
        label="Name"
        required
        autoComplete="organization"
        maw={480}
        value={draft.name}
        error={problems.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value }, 'name')}
      />
      <LogoField account={account} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
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
          nothingFoundMessage="No country is called like that"
          data={countries}
          value={draft.country === '' ? null : draft.country}
          error={problems.country}
          onChange={(country) => onChange({ country: country ?? '' })}
        />
      </SimpleGrid>
    </SettingsSection>
  )
}
