/** As large as an uploaded picture may be; larger ones are refused before they are read to their end. */
export const MAX_PICTURE_BYTES = 10 * 1024 ** 2
