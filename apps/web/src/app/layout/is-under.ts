/** Whether `path` is `parent` or lies below it. */
export const isUnder = (path: string, parent: string): boolean => path === parent || path.startsWith(`${parent}/`)
