import { Box, Button } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import { useFormats } from '#ui/formats-context.tsx'
import listing from './listing.module.css'
import { Listing, NewerOlder } from './listing.tsx'

/** Entries per page of a trash. */
export const TRASH_PAGE_SIZE = 50

interface TrashListingProps {
  readonly items: readonly { readonly key: string; readonly name: string; readonly deletedDateUtc: string }[]
  /** on all pages */
  readonly total: number
  /** from 1 */
  readonly page: number
  readonly onPage: (page: number) => void
  /** shown when there is nothing */
  readonly empty: string
  /** the entry that is being restored */
  readonly restoringKey: string | null
  readonly onRestore: (key: string) => void
}

/** Deleted things, which can be restored. */
export const TrashListing = ({ items, total, page, onPage, empty, restoringKey, onRestore }: TrashListingProps) => {
  const formats = useFormats()
  if (total === 0) return <p className={listing.empty}>{empty}</p>
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
        {items.map(({ key, name, deletedDateUtc }) => (
          <tr key={key}>
            <td className={listing.name}>{name}</td>
            <Box component="td" className={listing.when} visibleFrom="sm">
              {formats.instant(deletedDateUtc)}
            </Box>
            <td className={listing.actions}>
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconRestore size={14} aria-hidden />}
                aria-label={`Restore ${name}`}
                loading={restoringKey === key}
                onClick={() => onRestore(key)}
              >
                Restore
              </Button>
            </td>
          </tr>
        ))}
      </Listing>
      <NewerOlder total={total} pageSize={TRASH_PAGE_SIZE} page={page} onPage={onPage} />
    </>
  )
}
