/** A lost first packet is sent again after a second, and then after two more. */
export const connectMs = 3_000;
/** The documentation promises this to receivers, from the connection to the answer. */
const answerMs = 15_000;
/** A call lasts from resolving the name to the last byte of the answer. */
export const deliveryCallMs = connectMs + answerMs + 2_000;
