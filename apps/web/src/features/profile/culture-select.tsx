import { Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { useAccount } from '#web/app/account-data.ts'
import { useNow } from '#web/app/relative-time.tsx'
import { SearchSelect } from '#web/app/search-select.tsx'
import { cultureChoices, cultureExample, cultureName } from './cultures.ts'

/** Option value for the account's culture. */
const ACCOUNT_DEFAULT = ''

interface CultureSelectProps {
  /** null: the account's culture */
  readonly culture: string | null
  readonly onChange: (culture: string | null) => void
}

/** Selects the format of dates and amounts, with an example. */
export const CultureSelect = ({ culture, onChange }: CultureSelectProps) => {
  const account = useAccount()
  const now = useNow()
  const inForce = account?.culture ?? 'en-US'
  const data = useMemo(
    () => [{ value: ACCOUNT_DEFAULT, label: `Account default: ${cultureName(inForce)}` }, ...cultureChoices(culture)],
    [inForce, culture],
  )
  const reader = {
    culture: culture ?? inForce,
    currency: account?.currency ?? 'USD',
    timeZone: account?.timeZone ?? 'UTC',
  }
  return (
    <Stack gap={6}>
      <SearchSelect
        label="Date and number format"
        data={data}
        nothingFoundMessage="No matches"
        value={culture ?? ACCOUNT_DEFAULT}
        onChange={(chosen) => onChange(chosen === null || chosen === ACCOUNT_DEFAULT ? null : chosen)}
      />
      <Text size="sm" c="dimmed" role="status" style={{ fontVariantNumeric: 'tabular-nums' }}>
        Example: {cultureExample(reader, new Date(now).toISOString())}
      </Text>
    </Stack>
  )
}
