export { shiftPage } from '@packboard/model/texts/de/shiftPage'
