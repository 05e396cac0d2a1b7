export { shiftPage } from '@packboard/model/texts/en/shiftPage'
