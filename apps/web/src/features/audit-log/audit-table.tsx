import { routes } from 'virtual:contract-routes'
import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import type { AuditEntry } from '#contract/account.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { heads, Listing } from '#web/app/listing.tsx'
import { actorName, auditDetails, getActionLabel, listAuditSections } from './audit-labels.ts'
import classes from './audit-log.module.css'

const SECTIONS = listAuditSections(routes)

const WIDE = { className: classes.wideOnly }

/** Audit log entries with expandable details. */
export const AuditTable = ({ entries }: { entries: readonly AuditEntry[] }) => (
  <Listing
    caption="Audit log"
    className={classes.table}
    heads={
      <>
        <th scope="col" className={classes.toggle}>
          <VisuallyHidden>Details</VisuallyHidden>
        </th>
        {heads('Action', ['User', WIDE], 'Time', ['IP address', WIDE])}
      </>
    }
  >
    {entries.map((entry) => (
      <AuditLine key={entry.id} entry={entry} />
    ))}
  </Listing>
)

/** An id that says nothing to a reader; it is in the details. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

const AuditLine = ({ entry }: { entry: AuditEntry }) => {
  const { id, action, target, atUtc, ip } = entry
  const formats = useFormats()
  const [isOpen, setOpen] = useState(false)
  const details = `audit-${id}`
  const words = getActionLabel(SECTIONS, action)
  return (
    <Fragment>
      <tr>
        <td className={classes.toggle}>
          <ActionIcon
            size={32}
            aria-label={`Details for “${words}”, ${formats.instant(atUtc, 'full')}`}
            aria-expanded={isOpen}
            aria-controls={isOpen ? details : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronRight size={16} className={classes.chevron} aria-hidden />
          </ActionIcon>
        </td>
        <td className={classes.what}>
          {words}
          {target !== null && !UUID.test(target) && <span className={classes.target}>{target}</span>}
          <span className={classes.narrowOnly}>{actorName(entry)}</span>
        </td>
        <td className={`${classes.who} ${classes.wideOnly}`}>{actorName(entry)}</td>
        <td className={classes.when}>
          <time dateTime={atUtc}>{formats.instant(atUtc, 'full')}</time>
        </td>
        <td className={`${classes.from} ${classes.wideOnly}`}>{ip ?? '—'}</td>
      </tr>
      {isOpen && (
        <tr id={details}>
          <td colSpan={5} className={classes.details}>
            <dl className={classes.list}>
              {auditDetails(entry).map(([name, value]) => (
                <Fragment key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </Fragment>
              ))}
            </dl>
          </td>
        </tr>
      )}
    </Fragment>
  )
}
