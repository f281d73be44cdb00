import { z } from 'zod'
import { optional } from '../kit/optional.ts'
import { type ReadRecords, readRecords } from '../kit/read-records.ts'
import { ToastId, ToastInstant, ToastText } from './fields.ts'
import { readGuid } from './order-schema.ts'
import type { ToastApi } from './toast-api.ts'

export const ToastEmployee = z.object({
  guid: ToastId,
  firstName: ToastText,
  chosenName: ToastText,
  lastName: ToastText,
  modifiedDate: optional(ToastInstant),
})
export type ToastEmployee = z.infer<typeof ToastEmployee>

/** A person without a name is shown by GUID. */
export const employeeName = ({ guid, firstName, chosenName, lastName }: ToastEmployee): string =>
  [chosenName ?? firstName, lastName].filter(Boolean).join(' ') || guid

const EMPLOYEES = { path: 'labor/v1/employees', scope: 'labor.employees:read', name: 'employees' } as const

/** Employees of a location, former ones too, since they sold what they sold. */
export const fetchEmployees = async (api: ToastApi, location: string): Promise<ReadRecords<typeof ToastEmployee>> =>
  readRecords(await api.list({ ...EMPLOYEES, location }), {
    schema: ToastEmployee,
    idOf: readGuid,
    rows: (employee) => [
      {
        table: 'team_members',
        row: {
          source_id: employee.guid,
          source_updated: employee.modifiedDate,
          time_basis: 'utc',
          name: employeeName(employee),
        },
      },
    ],
  })
