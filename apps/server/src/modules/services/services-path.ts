export const SERVICES_PATH = '/admin/services'

/** The page of the only service, else the list. */
export const servicesPath = (ids: readonly string[], subpage = ''): string =>
  ids.length === 1 ? `${SERVICES_PATH}/${ids[0]}${subpage}` : SERVICES_PATH
