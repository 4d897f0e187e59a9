/** All routes of the product, copied from product-spec.md §2. */
const text = `
/login /create-account /download /reset-password /change-password/{recoveryCode}

/home /users /peer-navigators /phones /participants /analytics /follow-ups /data-dictionary
/study-followup /study-resources /profile /facilities /peer-navigator-facilities /resources /countries
/colors /discussions /last-seen /conversations /notifications /quizzes /quiz-attempts /sms-categories
/sms-phones /sms-messages /sms-history /send-messages /file-manager

/user/add /user/edit/{eid} /facility/add /facility/edit/{eid} /pfacility/add /pfacility/edit/{eid}
/resource/add /resource/edit/{eid} /country/add /country/edit/{eid} /color/add /color/edit/{eid}
/notification/add /notification/edit/{eid} /quiz/add /quiz/edit/{eid} /sms-category/add
/sms-category/edit/{eid} /sms-phone/add /sms-phone/edit/{eid} /sms-message/add /sms-message/edit/{eid}
/phone/edit/{eid} /discussion/edit/{eid} /discussion/chat/{eid} /discussion/post/{fid}/edit/{eid}
/quiz-attempt/edit/{eid}

/phone/participants/{eid} /phone/conversations/{eid} /phone/chat/{eid}
`;

export const productRoutes: readonly string[] = text.trim().split(/\s+/);
