/** Fallback messages of the dashboard screen. */
export const FETCH_FAILED = 'Failed to fetch dashboard'
export const CREATE_FAILED = 'Failed to create dashboard'

/** Toast messages. */
export const TOASTS = {
  created: 'Dashboard created successfully',
  createFailed: 'Failed to create dashboard. Please try again.',
  deleted: 'Dashboard deleted successfully',
  deleteFailed: 'Failed to delete dashboard. Please try again.',
  defaultSet: 'Dashboard set as default successfully',
  defaultRemoved: 'Dashboard removed from default successfully',
  defaultFailed: 'Failed to update default dashboard. Please try again.',
  saved: 'Dashboard saved successfully',
  saveFailed: 'Failed to save dashboard. Please try again.',
  loadFailed: 'Failed to load dashboard. Please try again.',
  nameFailed: 'Failed to update dashboard name',
  descriptionFailed: 'Failed to update dashboard description',
} as const

export const DEFAULT_DESCRIPTION = 'Add/remove widgets to create your own dashboard.'

/** The alias of an account's default dashboard, whatever its slug. */
export const DEFAULT_SLUG = 'default'
