/** The migrated database that test databases are copies of. */
export const TEMPLATE = 'cuvee_template'
