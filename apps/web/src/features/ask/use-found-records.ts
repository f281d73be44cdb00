import { useDebouncedValue } from '@mantine/hooks'
import {
  type Icon,
  IconBottle,
  IconFileInvoice,
  IconPackage,
  IconUser,
  IconUserStar,
  IconUsersGroup,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { FoundKind } from '#contract/subjects.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import type { PaletteGroup } from './palette-entries.ts'

interface KindOfRecord {
  readonly title: string
  readonly icon: Icon
  /** the second line is a name of its own: an email, a SKU */
  readonly isNamedByDetail?: true
}

const KINDS: Readonly<Record<FoundKind, KindOfRecord>> = {
  customer: { title: 'Customers', icon: IconUser, isNamedByDetail: true },
  order: { title: 'Orders', icon: IconFileInvoice },
  product: { title: 'Products', icon: IconBottle, isNamedByDetail: true },
  club: { title: 'Clubs', icon: IconUsersGroup },
  release: { title: 'Releases', icon: IconPackage },
  teamMember: { title: 'Team members', icon: IconUserStar },
}

/** Milliseconds without typing before the records are searched. */
const REST = 150
const MIN_LETTERS = 2

interface FoundRecords {
  readonly groups: readonly PaletteGroup[]
  /** the records of an earlier text are shown until those of this one are there */
  readonly isSearching: boolean
}

/** Customers, orders, products and so on whose name or number matches the text. */
export const useFoundRecords = (text: string, maySearch: boolean): FoundRecords => {
  const { queries } = useRuntime()
  const [wanted] = useDebouncedValue(text, REST)
  const canFind = maySearch && text.length >= MIN_LETTERS
  const { data, isFetching } = useQuery(
    queries.subjects.search.queryOptions({
      input: { q: wanted },
      enabled: canFind && wanted.length >= MIN_LETTERS,
      placeholderData: keepPreviousData,
      retry: false,
    }),
  )
  if (!canFind) return { groups: [], isSearching: false }
  const found = wanted.length >= MIN_LETTERS && data !== undefined ? data.groups : []
  const groups = found.map(({ kind, items }) => {
    const { title, icon, isNamedByDetail } = KINDS[kind]
    const entries = items.map(({ name, detail, address }) => ({
      href: address,
      label: name,
      under: detail,
      icon,
      code: isNamedByDetail ? detail : null,
    }))
    return { title, entries }
  })
  return { groups, isSearching: wanted !== text || isFetching }
}
