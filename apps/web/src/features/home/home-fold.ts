import { createStoredChoice, useStoredChoice } from '#ui/stored-choice.ts'

const choice = createStoredChoice('home.isFolded')

/** Whether Home shows its sentence only. */
export const useIsFolded = (): boolean => useStoredChoice(choice) === 'true'

export const foldHome = (isFolded: boolean): void => choice.write(String(isFolded))
