export { states } from '@packboard/model/texts/de/states'
