export { states } from '@packboard/model/texts/en/states'
