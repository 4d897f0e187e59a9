/** A push message to all phones that follow a topic. */
export interface TopicMessage {
  topic: string;
  title: string;
  body: string;
}

/** A mail of plain text. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}
