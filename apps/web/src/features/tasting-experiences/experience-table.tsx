import { Checkbox } from '@mantine/core'
import { formatCount } from '#web/app/format.ts'
import classes from '../product-choices/product-choices.module.css'

/** A reservation type, with its number of bookings. */
export interface Experience {
  readonly name: string
  readonly reservations: number
  readonly guests: number
}

interface ExperienceTableProps {
  readonly experiences: readonly Experience[]
  /** names of those that do not count as tastings */
  readonly excluded: ReadonlySet<string>
  readonly onToggle: (name: string) => void
}

/** Reservation types; checked ones count as tastings. */
export const ExperienceTable = ({ experiences, excluded, onToggle }: ExperienceTableProps) => (
  <table className={classes.table}>
    <caption className={classes.announcement}>Reservations</caption>
    <thead>
      <tr>
        <th scope="col">Counts as a tasting</th>
        <th scope="col" className={classes.amount}>
          Reservations
        </th>
        <th scope="col" className={classes.amount}>
          Guests
        </th>
      </tr>
    </thead>
    <tbody>
      {experiences.map(({ name, reservations, guests }) => (
        <tr key={name}>
          <td>
            <Checkbox
              size="md"
              classNames={{ label: classes.label }}
              label={name || 'Unnamed'}
              checked={!excluded.has(name)}
              onChange={() => onToggle(name)}
            />
          </td>
          <td className={classes.amount}>{formatCount(reservations)}</td>
          <td className={classes.amount}>{formatCount(guests)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
