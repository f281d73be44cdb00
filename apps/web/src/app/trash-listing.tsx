import { Box, Button, Skeleton } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useFormats } from '#ui/formats-context.tsx'
import listing from './listing.module.css'
import { Listing, NewerOlder } from './listing.tsx'
import { LoadFailure, type QueryState } from './notice.tsx'

/** Entries per page of a trash. */
const PAGE_SIZE = 50

/** How a page of a trash, from 1, is asked for: the one before it stays until it arrives. */
export const trashPage = (page: number) => ({
  input: { page, pageSize: PAGE_SIZE },
  placeholderData: keepPreviousData,
})

interface Deleted {
  readonly name: string
  readonly deletedDateUtc: string
}

interface TrashListingProps<Item extends Deleted> {
  readonly query: QueryState<{ readonly items: readonly Item[]; readonly total: number }>
  /** identifies an entry */
  readonly keyOf: (item: Item) => string
  readonly page: number
  readonly onPage: (page: number) => void
  /** what is deleted, such as `reports` */
  readonly noun: string
  /** restores the entry with the key */
  readonly restore: {
    readonly isPending: boolean
    readonly variables: string | undefined
    readonly mutate: (key: string) => void
  }
}

/** Deleted things, which can be restored. */
export const TrashListing = <Item extends Deleted>(props: TrashListingProps<Item>) => {
  const { query, keyOf, page, onPage, noun, restore } = props
  const { data, error, refetch } = query
  const formats = useFormats()
  if (!data && error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={240} radius="md" />
  if (data.total === 0)
    return <p className={listing.empty}>The trash is empty. Deleted {noun} stay here for 30 days.</p>
  return (
    <>
      <Listing
        caption="Trash"
        hasActions
        heads={
          <>
            <th scope="col">Name</th>
            <Box component="th" scope="col" visibleFrom="sm">
              Deleted
            </Box>
          </>
        }
      >
        {data.items.map((item) => (
          <tr key={keyOf(item)}>
            <td className={listing.name}>{item.name}</td>
            <Box component="td" className={listing.when} visibleFrom="sm">
              {formats.instant(item.deletedDateUtc)}
            </Box>
            <td className={listing.actions}>
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconRestore size={14} aria-hidden />}
                aria-label={`Restore ${item.name}`}
                loading={restore.isPending && restore.variables === keyOf(item)}
                onClick={() => restore.mutate(keyOf(item))}
              >
                Restore
              </Button>
            </td>
          </tr>
        ))}
      </Listing>
      <NewerOlder total={data.total} pageSize={PAGE_SIZE} page={page} onPage={onPage} />
    </>
  )
}
