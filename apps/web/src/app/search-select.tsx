import { Select, type SelectProps } from '@mantine/core'

/** A select that filters its options by typing; clicking selects the current text so that typing replaces it. */
export const SearchSelect = (props: SelectProps) => (
  <Select searchable allowDeselect={false} onClick={({ currentTarget }) => currentTarget.select()} {...props} />
)
