import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight } from '@mantine/spotlight'
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
import { useNavigate } from '@tanstack/react-router'
import type { FoundKind } from '#contract/subjects.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import type { FoundRecord, RecordGroup } from './exact-matches.ts'
import { PaletteAction } from './palette-action.tsx'

const KINDS: Readonly<Record<FoundKind, { readonly title: string; readonly icon: Icon }>> = {
  customer: { title: 'Customers', icon: IconUser },
  order: { title: 'Orders', icon: IconFileInvoice },
  product: { title: 'Products', icon: IconBottle },
  club: { title: 'Clubs', icon: IconUsersGroup },
  release: { title: 'Releases', icon: IconPackage },
  teamMember: { title: 'Team members', icon: IconUserStar },
}

/** Milliseconds without typing before the records are searched. */
const REST = 150
const MIN_LETTERS = 2
const NONE: readonly RecordGroup[] = []

/** Customers, orders, products and so on whose name or number matches the text. */
export const useFoundRecords = (text: string, maySearch: boolean): readonly RecordGroup[] => {
  const { queries } = useRuntime()
  const [wanted] = useDebouncedValue(text, REST)
  const isLongEnough = text.length >= MIN_LETTERS && wanted.length >= MIN_LETTERS
  const { data } = useQuery(
    queries.subjects.search.queryOptions({
      input: { q: wanted },
      enabled: maySearch && isLongEnough,
      placeholderData: keepPreviousData,
      retry: false,
    }),
  )
  return maySearch && isLongEnough && data !== undefined ? data.groups : NONE
}

/** Opens the page of a record. */
export const RecordAction = ({ kind, name, detail, address }: FoundRecord) => {
  const navigate = useNavigate()
  return (
    <PaletteAction
      label={name}
      description={detail}
      icon={KINDS[kind].icon}
      onChoose={() => void navigate({ href: address })}
    />
  )
}

export const RecordGroups = ({ groups }: { readonly groups: readonly RecordGroup[] }) =>
  groups.map(({ kind, items }) =>
    items.length === 0 ? null : (
      <Spotlight.ActionsGroup key={kind} label={KINDS[kind].title} role="group" aria-label={KINDS[kind].title}>
        {items.map((item) => (
          <RecordAction key={item.address} kind={kind} {...item} />
        ))}
      </Spotlight.ActionsGroup>
    ),
  )
