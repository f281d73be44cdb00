/** Share of a file's orders from which they largely exist already. */
const MANY = 0.1

/** Whether so many of the `orders` of a file exist in another service that importing it would count sales twice. */
export const largelyExist = (existing: number, orders: number): boolean => existing > 0 && existing >= orders * MANY
